// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
// Strides known at run time, positive on the way up, and counted down by subtraction.
#include "support.h"

NOINLINE void fill(int *a, int n, int step) {
#pragma omp parallel for
  for (int i = 0; i < n; i += step)
    a[i] += (int)(work((unsigned)i, 4) % 1000);
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i -= step)
    a[i] ^= (int)(work((unsigned)i, 4) % 1000);
}

int main(void) {
  static int a[3000];
  const int steps[] = {1, 2, 3, 7, 64, 2999, 3000, 10000};
  for (int k = 0; k < 8; k++)
    fill(a, 3000, steps[k]);
  SHOW_ARRAY("a", a, 3000);
}
