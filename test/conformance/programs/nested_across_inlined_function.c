// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
// The inner loop is in a function that is always inlined: bundles compose.
#include "support.h"

static inline __attribute__((always_inline)) void row(unsigned *out, int n, unsigned seed) {
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    out[j] = (unsigned)work(seed + (unsigned)j, 3);
}

int main(void) {
  static unsigned a[50][40];
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    row(a[i], 40, (unsigned)i * 1000);
  SHOW_ARRAY("a", &a[0][0], 2000);
}
