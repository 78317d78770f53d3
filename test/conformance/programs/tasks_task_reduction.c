// task_reduction and in_reduction.
#include "support.h"
int main() {
  uint64_t sum = 5;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      sum += work((uint64_t)i, 50);
    }
  }
  SHOW("sum", sum);
}
