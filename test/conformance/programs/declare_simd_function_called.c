// FLAGS: -O3 -march=native
// CONVERTED: 1
// A declare simd function is called from the body.
#include "support.h"

#pragma omp declare simd uniform(scale) notinbranch
static int scaled(int x, int scale) { return x * scale + 1; }

int main(void) {
  static int a[3000];
#pragma omp parallel for simd
  for (int i = 0; i < 3000; i++)
    a[i] = scaled(i, 7);
  SHOW_ARRAY("a", a, 3000);
}
