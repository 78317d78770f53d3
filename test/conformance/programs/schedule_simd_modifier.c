// FLAGS: -O3 -march=native
// CONVERTED: 1
// schedule(simd:static, 5) on a combined parallel for simd.
#include "support.h"

int main(void) {
  static float a[3000], b[3000];
  for (int i = 0; i < 3000; i++)
    b[i] = (float)(mix(i) % 100);
#pragma omp parallel for simd schedule(simd : static, 5)
  for (int i = 0; i < 3000; i++)
    a[i] = b[i] * 2.0f + 1.0f;
  SHOW_ARRAY("a", a, 3000);
}
