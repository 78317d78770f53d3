// Tasks that call through pointers.
// PROMOTES
#include "support.h"
typedef uint64_t step(int depth, uint64_t seed);
static step first, second;
static step *const steps[2] = {first, second};
static uint64_t fork_both(int depth, uint64_t seed) {
  uint64_t x, y;
#pragma omp task shared(x)
  x = steps[seed & 1](depth - 1, mix(seed));
#pragma omp task shared(y)
  y = steps[seed >> 1 & 1](depth - 1, mix(seed + 1));
#pragma omp taskwait
  return x * 3 + y;
}
static uint64_t first(int depth, uint64_t seed) { return depth <= 0 ? work(seed, 20) : fork_both(depth, seed); }
static uint64_t second(int depth, uint64_t seed) { return depth <= 0 ? work(seed, 40) : fork_both(depth, seed) + 1; }
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = first(9, 5);
  SHOW("r", r);
}
