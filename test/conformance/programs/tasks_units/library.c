#include "support.h"
uint64_t in_library(int depth, uint64_t seed) {
  if (depth <= 0)
    return work(seed, 30);
  uint64_t x, y;
#pragma omp task shared(x)
  x = in_library(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = in_library(depth - 2, seed * 3);
#pragma omp taskwait
  return x + y * 5;
}
