// FLAGS: -O1
// CONVERTED: 2
// PROMOTES
// Two functions with a loop each that call each other: different loops alternate on the stack.
#include "support.h"

static uint64_t odd(int depth, uint64_t seed);
NOINLINE static uint64_t even(int depth, uint64_t seed) {
  uint64_t sum = seed;
  if (depth > 0) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3; i++)
      sum += odd(depth - 1, mix(seed + (unsigned)i));
  }
  return sum;
}
NOINLINE static uint64_t odd(int depth, uint64_t seed) {
  uint64_t parity = seed;
  if (depth > 0) {
#pragma omp parallel for reduction(^ : parity)
    for (int i = 3; i > 0; i--)
      parity ^= even(depth - 1, mix(seed ^ (unsigned)i));
  }
  return parity;
}

int main(void) { SHOW("h", even(7, 5)); }
