// Cancelling regions, loops and sections; barriers of regions that can be cancelled.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
// NOT-LIBOMP: its stealing of dynamic chunks fails an assertion now and then (llvm-project, issue 54422)
// ENV: OMP_CANCELLATION=true
#include "strands.h"

static long x[LENGTH];

int main(void) {
  fill_numbers(x, LENGTH);
  x[1234] = 5000;
  CHECK(omp_get_cancellation());
  for (int round = 0; round < 30; round++) {
    int found = -1, after = 0, left = 0;
#pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
#pragma omp for schedule(dynamic, 10)
      for (int i = 0; i < LENGTH; i++) {
        if (x[i] == 5000) {
#pragma omp atomic write
          found = i + 0 * me;
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
#pragma omp atomic
      after++;
    }
    CHECK(found == 1234 && after == 4);
#pragma omp parallel num_threads(3)
    {
      if (omp_get_thread_num() == round % 3) {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp atomic
      left++;
    }
    CHECK(left == 0);
  }
  printf("cancelled\n");
}
