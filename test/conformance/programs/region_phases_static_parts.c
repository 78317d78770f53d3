// Two static loops of the same bounds without a barrier give a thread the same iterations: what it has kept of them in
// private memory is there.
// LEFT: *
// PHASES
// NEEDS-OPENMP
#include "strands.h"

static long numbers[LENGTH], ranks[LENGTH], seen[MOST_THREADS * 16];

int main(void) {
  fill_numbers(numbers, LENGTH);
  long wrong = 0;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  {
    int me = omp_get_thread_num();
    static long kept[3][LENGTH];
    for (int chunk = 0; chunk < 2; chunk++) {
      long first = 0, second = 0;
#pragma omp for schedule(static) nowait
      for (int i = 0; i < LENGTH; i++)
        kept[me][first++] = numbers[i] * 3 + chunk;
#pragma omp for schedule(static) nowait
      for (int i = 0; i < LENGTH; i++) {
        wrong += kept[me][second++] != numbers[i] * 3 + chunk;
        ranks[i] = second;
      }
      wrong += first != second;
      seen[me * 16] += second;
#pragma omp barrier
      long all = 0;
      for (int other = 0; other < omp_get_num_threads(); other++)
        all += seen[other * 16];
      wrong += all != (chunk + 1) * (long)LENGTH;
#pragma omp barrier
    }
  }
  SHOW("wrong", wrong);
  SHOW_ARRAY("ranks", ranks, LENGTH);
}
