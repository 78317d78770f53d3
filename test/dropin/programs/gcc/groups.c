// `cancel taskgroup` is about the group around: tasks that a construct reduces are of no other.
#include "../check.h"

int main(void) {
  for (int round = 0; round < 20; ++round) {
    int total = 0, run = 0;
#pragma omp parallel
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
      }
#pragma omp taskwait
#pragma omp for reduction(task, + : total)
      for (int i = 0; i < 16; ++i) {
        ++total;
#pragma omp task in_reduction(+ : total)
        ++total;
      }
#pragma omp task shared(run)
      {
#pragma omp atomic
        ++run;
      }
    }
    CHECK(total == 16 && run == 0);
  }
  return report();
}
