// Groups in groups that reduce the same variable, in the same function, in tasks of it, and recursively.
// PROMOTES
#include "support.h"
static uint64_t total = 9;
NOINLINE void add(uint64_t seed) {
#pragma omp task in_reduction(+ : total)
  total += work(seed, 30);
}
NOINLINE void levels(int depth, uint64_t seed) {
#pragma omp taskgroup task_reduction(+ : total)
  {
    add(seed);
    if (depth > 0) {
#pragma omp task
      levels(depth - 1, seed * 2);
#pragma omp task
      levels(depth - 1, seed * 3);
    }
    add(seed + 7);
  }
}
NOINLINE uint64_t copies(int depth, uint64_t seed) {
  uint64_t sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    {
      sum += work(seed, 20);
#pragma omp taskgroup task_reduction(+ : sum)
      for (int i = 0; i < 3; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        sum += work(seed + (uint64_t)i, 20) + (depth > 0 ? copies(depth - 1, seed + (uint64_t)i) : 0);
      }
    }
#pragma omp task in_reduction(+ : sum)
    sum += work(seed + 9, 20);
  }
  return sum;
}
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : total)
    {
      add(1);
#pragma omp taskgroup task_reduction(+ : total)
      {
        add(2);
        add(3);
      }
      add(4);
    }
  }
  SHOW("lexical", total);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
    sum = copies(4, 1);
  }
  SHOW("copies", sum);
}
