// What a tool is told of, in numbers that do not depend on who does what. TOOL is the tool's source, if it is linked to
// the program.
#ifdef TOOL
#include TOOL
#else
#include <omp.h>
#include <stdio.h>
#endif

int main(void) {
  int sum = 0, tasks = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < 100; ++i)
      sum += i;
#pragma omp for
    for (int i = 0; i < 100; ++i)
      sum += i;
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
#pragma omp critical
    ++tasks;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 10; ++i) {
#pragma omp task
      {
#pragma omp atomic
        ++tasks;
      }
#pragma omp task if (0)
      {
#pragma omp atomic
        ++tasks;
      }
    }
  }
#pragma omp parallel if (0)
  ++tasks;
#pragma omp parallel num_threads(2)
#pragma omp masked
#pragma omp taskloop num_tasks(4)
  for (int i = 0; i < 8; ++i) {
#pragma omp atomic
    ++tasks;
  }
  omp_destroy_lock(&lock);
  printf("sum=%d tasks=%d\n", sum, tasks);
  return 0;
}
