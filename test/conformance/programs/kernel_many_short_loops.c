// FLAGS: -O2
// CONVERTED: 1
// A thousand invocations of a loop of a few iterations: credit is carried across, and entering must be cheap.
#include "support.h"

NOINLINE static uint64_t small(uint64_t x, int n) {
  uint64_t h = x;
#pragma omp parallel for reduction(+ : h) num_threads(2)
  for (int i = 0; i < n; i++)
    h += mix(x + (unsigned)i);
  return h;
}

int main(void) {
  uint64_t h = 1;
  for (int k = 0; k < 1000; k++)
    h = small(h, k % 5);
  SHOW("h", h);
}
