// A list as deep as a stack, with a task at every level.
// PROMOTES
#include "support.h"
static uint64_t down(int n, uint64_t seed) {
  if (n == 0)
    return seed;
  uint64_t x;
#pragma omp task shared(x)
  x = down(n - 1, mix(seed));
  uint64_t own = work(seed, 3);
#pragma omp taskwait
  return x * 3 + own;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = down(5000, 1);
  SHOW("r", r);
}
