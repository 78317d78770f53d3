// Partial sums by slot of each thread, added up behind a barrier by everybody.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

int main(void) {
  static long x[LENGTH], slots[MOST_THREADS * 8];
  fill_numbers(x, LENGTH);
  long agreed = 0;
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (int step = 0; step < 4; step++) {
      long own = 0;
#pragma omp for nowait
      for (int i = 0; i < LENGTH; i++)
        own += x[i] * (step + 1);
      slots[me * 8] = own;
#pragma omp barrier
      long sum = 0;
      for (int other = 0; other < all; other++)
        sum += slots[other * 8];
#pragma omp for
      for (int i = 0; i < LENGTH; i++)
        x[i] = (x[i] + sum) % 1009;
#pragma omp single
      agreed += sum;
    }
  }
  SHOW("agreed", agreed);
  SHOW_ARRAY("x", x, LENGTH);
}
