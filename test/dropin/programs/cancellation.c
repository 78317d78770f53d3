// What is cancelled ends, and what comes behind it is whole. Run with OMP_CANCELLATION.
#include "check.h"

int main(void) {
  CHECK(omp_get_cancellation());
  for (int round = 0; round < 20; ++round) {
    int seen = 0, left = 0, behind = 0;
#pragma omp parallel shared(seen, left, behind)
    {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100000; ++i) {
#pragma omp atomic
        ++seen;
        if (i == 20) {
#pragma omp cancel for
        }
#pragma omp cancellation point for
      }
#pragma omp for
      for (int i = 0; i < 100; ++i) {
#pragma omp atomic
        ++behind;
      }
#pragma omp barrier
      if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
      }
      for (;;) {
#pragma omp cancellation point parallel
#pragma omp barrier
        left = 1;
      }
    }
    CHECK(seen < 100000 && behind == 100);
    int tasks = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 500; ++i) {
#pragma omp task shared(tasks)
      {
#pragma omp cancellation point taskgroup
        if (__atomic_add_fetch(&tasks, 1, __ATOMIC_RELAXED) == 5) {
#pragma omp cancel taskgroup
        }
      }
    }
    CHECK(tasks >= 5 && tasks <= 500);
    (void)left;
  }
  return report();
}
