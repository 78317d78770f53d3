// Task reductions across translation units: tasks that take part in a group of another file, also where either side
// stays with libomp because of a dependence.
// SHARED: library.c
#include "support.h"
uint64_t total = 1;
void in_library(int depth, uint64_t seed);
void left_to_libomp(uint64_t seed);
void group_of_libomp(uint64_t seed);
NOINLINE void here(int depth, uint64_t seed) {
#pragma omp task in_reduction(+ : total)
  {
    total += work(seed, 20);
    if (depth > 0)
      in_library(depth - 1, seed * 2);
  }
  if (depth > 0)
    in_library(depth - 1, seed * 3);
}
int main() {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : total)
    here(7, 1);
#pragma omp taskgroup task_reduction(+ : total)
    for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
      left_to_libomp((uint64_t)i);
      here(2, (uint64_t)i);
    }
  }
  SHOW("total", total);
#pragma omp parallel
#pragma omp single
  group_of_libomp(5);
  SHOW("total", total);
#pragma omp parallel num_threads(2)
#pragma omp sections
  {
#pragma omp section
    group_of_libomp(6);
  }
  SHOW("total", total);
}
