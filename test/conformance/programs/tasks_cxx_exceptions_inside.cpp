// Exceptions that are thrown and caught inside of tasks and rests.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <stdexcept>
static NOINLINE uint64_t risky(uint64_t seed) {
  if (seed % 3 == 0)
    throw std::runtime_error("three");
  return work(seed, 50);
}
static uint64_t safe(uint64_t seed) {
  try {
    return risky(seed);
  } catch (const std::runtime_error &e) {
    return uint64_t(e.what()[0]);
  }
}
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return safe(seed);
  uint64_t x = 0, y = 0, z = 0;
#pragma omp task shared(x)
  x = go(depth - 1, mix(seed));
#pragma omp task shared(y)
  {
    try {
      y = go(depth - 1, mix(seed + 1)) + risky(seed);
    } catch (...) {
      y = 17;
    }
  }
  try {
    z = risky(mix(seed));
  } catch (std::exception &) {
    z = 5;
  }
#pragma omp taskwait
  return x * 3 + y * 5 + z;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = go(8, 1);
  SHOW("r", r);
}
