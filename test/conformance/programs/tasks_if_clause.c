// Deferred or not, by a condition at run time.
#include "support.h"
static uint64_t tree(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x) if (depth > 4)
  x = tree(depth - 1, seed * 2);
#pragma omp task shared(y) if (depth % 2)
  y = tree(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = tree(9, 1);
  SHOW("r", r);
}
