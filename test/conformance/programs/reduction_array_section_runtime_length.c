// FLAGS: -O3
// CONVERTED: 1
// PROMOTES
// The section's bounds are known at run time only, through a pointer.
#include "support.h"

NOINLINE void histogram(unsigned *bins, int first, int length, int n) {
#pragma omp parallel for reduction(+ : bins[first : length])
  for (int i = 0; i < n; i++)
    bins[first + (int)(work(i, 3) % (unsigned)length)] += (unsigned)i;
}

int main(void) {
  unsigned bins[100] = {0};
  bins[3] = 9;
  histogram(bins, 3, 50, 3000);
  histogram(bins, 0, 1, 1000);
  histogram(bins, 50, 50, 2000);
  SHOW_ARRAY("bins", bins, 100);
}
