// Reductions with the task modifier stay with libomp: they combine the copies of a region's threads.
// LEFT: task modifier
#include "support.h"
int main() {
  uint64_t sum = 0, ours = 0;
#pragma omp parallel reduction(task, + : sum)
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
    sum += work((uint64_t)i, 50);
  }
  SHOW("sum", sum);
#pragma omp parallel for reduction(task, + : sum)
  for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
    sum += work((uint64_t)i, 50);
  }
  SHOW("sum", sum);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : ours)
  for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : ours) firstprivate(i)
    ours += work((uint64_t)i, 50);
  }
  SHOW("ours", ours);
}
