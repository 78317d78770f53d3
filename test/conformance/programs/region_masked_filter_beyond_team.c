// NEEDS-OPENMP
//
// A thread that `masked` names by its number may not be in the team: then nobody executes the construct. Who does is
// that thread, whatever it asks.
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  int second = 0, alone = 0, beyond = 0, task = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    second = omp_get_thread_num() + 10;
  }
#pragma omp parallel num_threads(1)
  {
#pragma omp masked filter(1)
    alone = 1;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(argc + 5)
    beyond = 1;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(7)
    {
#pragma omp task shared(task)
      task = 1;
    }
  }
  printf("%d %d %d %d\n", second, alone, beyond, task);
  return 0;
}
