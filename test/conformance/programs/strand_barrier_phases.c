// Threads hand partial sums on from phase to phase, with barriers between them.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long x[LENGTH], partial[MOST_THREADS + 1], prefix[LENGTH];

int main(void) {
  fill_numbers(x, LENGTH);
  for (int size = 1; size <= 16; size *= 2) {
#pragma omp parallel num_threads(size)
    {
      int me = omp_get_thread_num(), all = omp_get_num_threads();
      int from = LENGTH * me / all, to = LENGTH * (me + 1) / all;
      for (int round = 0; round < 20; round++) {
        long sum = 0;
        for (int i = from; i < to; i++)
          sum += x[i] + round;
        partial[me + 1] = sum;
#pragma omp barrier
#pragma omp master
        for (int t = 0; t < all; t++)
          partial[t + 1] += partial[t];
#pragma omp barrier
        sum = partial[me];
        for (int i = from; i < to; i++) {
          prefix[i] = sum;
          sum += x[i] + round;
        }
#pragma omp barrier
      }
    }
    SHOW_ARRAY("prefix", prefix, LENGTH);
  }
}
