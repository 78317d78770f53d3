// A rest that ends at one of two taskwaits.
// PROMOTES
#include "support.h"
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 10);
  uint64_t x, y, result;
#pragma omp task shared(x)
  x = go(depth - 1, seed * 2);
  uint64_t own = work(seed, 50);
#pragma omp task shared(y)
  y = go(depth - 1, seed * 2 + 1);
  uint64_t more = work(own, 20);
  if (own & 1) {
#pragma omp taskwait
    result = x * 3 + y + more;
  } else {
    more = mix(more);
#pragma omp taskwait
    result = x + y * 5 + more + own;
  }
  return result;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = go(8, 1);
  SHOW("r", r);
}
