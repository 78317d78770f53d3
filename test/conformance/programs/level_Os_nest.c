// FLAGS: -Os
// CONVERTED: 2
// PROMOTES
// Optimised for size: little inlining, no unrolling.
#include "support.h"

static void row(unsigned *out, unsigned seed) {
#pragma omp parallel for
  for (int j = 0; j < 40; j++)
    out[j] = (unsigned)work(seed * 40 + (unsigned)j, 2);
}

int main(void) {
  static unsigned a[40][40];
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    row(a[i], (unsigned)i);
  SHOW_ARRAY("a", &a[0][0], 1600);
}
