// A region that asks for a number of threads.
// PROMOTES
#include "support.h"
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x)
  x = go(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  r = go(9, 1);
  SHOW("r", r);
}
