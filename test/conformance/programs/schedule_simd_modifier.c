// FLAGS: -O3 -march=native
// CONVERTED: 2
// schedule(simd: …) on a combined parallel for simd. (Without a static chunk: there clang 19 with libomp runs some
// iterations twice, in different threads.)
#include "support.h"

int main(void) {
  static float a[3000], b[3000];
  for (int i = 0; i < 3000; i++)
    b[i] = (float)(mix(i) % 100);
#pragma omp parallel for simd schedule(simd : static)
  for (int i = 0; i < 3000; i++)
    a[i] = b[i] * 2.0f + 1.0f;
#pragma omp parallel for simd schedule(simd : guided, 8)
  for (int i = 0; i < 3000; i++)
    b[i] += a[i];
  SHOW_ARRAY("a", a, 3000);
  SHOW_ARRAY("b", b, 3000);
}
