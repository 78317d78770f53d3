// Two functions that spawn each other.
// PROMOTES
#include "support.h"
static uint64_t even(int depth, uint64_t seed);
static uint64_t odd(int depth, uint64_t seed) {
  uint64_t x, y;
  if (depth <= 0)
    return work(seed, 20);
#pragma omp task shared(x)
  x = even(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = even(depth - 2, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
static uint64_t even(int depth, uint64_t seed) {
  uint64_t x, y;
  if (depth <= 0)
    return work(seed, 30);
#pragma omp task shared(x)
  x = odd(depth - 1, seed * 3);
#pragma omp task shared(y)
  y = odd(depth - 1, seed * 3 + 1);
#pragma omp taskwait
  return x * 5 + y;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = even(11, 1);
  SHOW("r", r);
}
