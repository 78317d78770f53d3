// A loop that stays on libomp beside tasks that do not.
// LEFT: ordered
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
  uint64_t a = 0, hash = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < 20; i++) {
    uint64_t own = go(4, (uint64_t)i);
#pragma omp ordered
    hash = mix(hash + own);
  }
#pragma omp parallel
#pragma omp single
  a = go(8, 7);
  SHOW("a", a);
  SHOW("hash", hash);
}
