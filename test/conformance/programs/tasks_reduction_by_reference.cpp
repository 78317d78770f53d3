// The copy of a participating task is handed down by reference, named by nested tasks, and used beside them.
// PROMOTES
#include "support.h"
NOINLINE void walk(int depth, uint64_t seed, uint64_t &sum) {
  if (depth == 0) {
    sum += work(seed, 30);
    return;
  }
#pragma omp task in_reduction(+ : sum)
  walk(depth - 1, seed * 2, sum);
#pragma omp task in_reduction(+ : sum)
  {
    sum += seed;
    walk(depth - 1, seed * 3 + 1, sum);
    sum += 2;
  }
  sum += work(seed, 20) % 100;
#pragma omp taskwait
  sum += 1;
}
struct Walker {
  uint64_t total = 0;
  void run(int depth, uint64_t seed) {
#pragma omp task in_reduction(+ : total)
    {
      total += work(seed, 20);
      if (depth > 0) {
        run(depth - 1, seed + 1);
        run(depth - 1, seed + 2);
      }
      total += 5;
    }
  }
};
int main() {
  uint64_t sum = 1;
  uint64_t &name = sum;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : name)
  {
#pragma omp task in_reduction(+ : name)
    walk(8, 1, name);
#pragma omp task in_reduction(+ : name)
    walk(6, 2, name);
  }
  SHOW("sum", sum);
}
