// FLAGS: -Os
// NEEDS-OPENMP
// A region that is left to libomp (it asks for thread numbers) is entered from iterations of a converted loop.
#include "support.h"
#include <omp.h>

NOINLINE static long spmd(int i) {
  long sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(2)
  {
    int t = omp_get_thread_num(), n = omp_get_num_threads();
    for (int k = t; k < 100; k += n)
      sum += (long)(mix((unsigned)(i * 100 + k)) % 1000);
  }
  return sum;
}

int main(void) {
  static long out[60];
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    out[i] = spmd(i);
  SHOW_ARRAY("out", out, 60);
}
