// FLAGS: -O2 -g
// Converted loops in a function called from an SPMD region of libomp: they run serially there, at the same time.
#include "support.h"

NOINLINE static uint64_t convert(unsigned seed) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < 300; i++)
    h += work(seed + (unsigned)i, 2);
  return h;
}

int main(void) {
  static uint64_t out[8];
  out[7] = convert(7);
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int t = 0; t < 6; t++)
      out[t] = convert((unsigned)t * 1000);
#pragma omp barrier
#pragma omp single
    out[6] = convert(9);
  }
  SHOW_ARRAY("out", out, 8);
}
