// Sums of floating point numbers, and groups in loops whose tasks surround them.
#include "support.h"
int main() {
  double sum = 0, all = 0;
  float least = 1e30f;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) {
#pragma omp task shared(all) firstprivate(round)
    {
      double w = (double)(work((uint64_t)round, 200) % 1000) / 7;
#pragma omp critical
      all += w;
    }
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(min : least)
    for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : sum) in_reduction(min : least) firstprivate(i, round)
      {
        double w = (double)(work((uint64_t)(i + round * 100), 50) % 100000) / 3;
        sum += w;
        least = (float)w < least ? (float)w : least;
      }
    }
  }
  SHOW_NEAR("sum", sum);
  SHOW_NEAR("all", all);
  SHOW_NEAR("least", least);
}
