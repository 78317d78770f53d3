// mergeable, untied and priority change nothing that can be seen.
#include "support.h"
static uint64_t tree(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x)
  x = tree(depth - 1, seed * 2);
#pragma omp task shared(y) mergeable priority(depth)
  y = tree(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task untied shared(r)
  r = tree(9, 1);
  SHOW("r", r);
}
