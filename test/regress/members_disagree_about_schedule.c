// FLAGS: -O1
// One thread of a region sets the schedule of a later schedule(runtime). OpenMP does not allow that, but libomp divides
// such loops for the whole team; strands each went by their own, and left iterations out. On a busy machine each turn
// of the ordered loop takes up to 2 ms, with libomp as well, so there are few.
#include <omp.h>
#include <stdio.h>

enum { N = 300 };
static int done[N];

int main(void) {
  int wrong = 0;
  for (int round = 0; round < 18; round++) {
    for (int i = 0; i < N; i++)
      done[i] = 0;
    omp_set_schedule(omp_sched_static, round % 3);
#pragma omp parallel num_threads(3)
    {
#pragma omp master
      omp_set_schedule(round % 2 ? omp_sched_dynamic : omp_sched_guided, 5);
#pragma omp barrier
#pragma omp for schedule(runtime)
      for (int i = 0; i < N; i++)
        done[i] += 1 + (omp_get_thread_num() > 2);
#pragma omp for ordered schedule(runtime)
      for (int i = 0; i < N; i++) {
#pragma omp ordered
        done[i]++;
      }
    }
    for (int i = 0; i < N; i++)
      wrong += done[i] != 2;
  }
  if (wrong)
    printf("%d iterations were not executed once\n", wrong);
  return wrong != 0;
}
