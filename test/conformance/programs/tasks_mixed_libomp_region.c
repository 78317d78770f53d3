// The same function from a converted region, from one that libomp runs, and from none.
// LEFT: *
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
  uint64_t a = 0, b = 0, c = 0, each = 0;
#pragma omp parallel
#pragma omp single
  a = go(8, 1);
#pragma omp parallel shared(b, each)
  {
    uint64_t own = go(5, 3);
#pragma omp critical
    each = own;
#pragma omp barrier
#pragma omp single
    b = go(8, 2);
  }
  c = go(8, 3);
  SHOW("a", a);
  SHOW("b", b);
  SHOW("c", c);
  SHOW("each", each);
}
