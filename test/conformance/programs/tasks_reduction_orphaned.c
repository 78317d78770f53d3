// A global variable that tasks reduce which are created in functions, recursively and in loops that spawn.
// PROMOTES
#include "support.h"
static uint64_t sum;
static uint64_t nodes, deepest;
NOINLINE void tree(int depth, uint64_t seed) {
#pragma omp task in_reduction(+ : sum, nodes) in_reduction(max : deepest)
  {
    nodes++;
    uint64_t w = work(seed, 20);
    sum += w;
    if ((uint64_t)(12 - depth) > deepest)
      deepest = (uint64_t)(12 - depth);
    if (depth > 0 && w % 5)
      for (uint64_t i = 0; i < 2 + w % 2; i++) {
#pragma omp task firstprivate(i)
        tree(depth - 1, w + i);
      }
  }
}
int main() {
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum, nodes) task_reduction(max : deepest)
      tree(8, (uint64_t)round + 1);
    }
    SHOW("sum", sum);
    SHOW("nodes", nodes);
    SHOW("deepest", deepest);
  }
}
