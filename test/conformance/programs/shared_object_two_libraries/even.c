#include "support.h"

uint64_t odd(int depth, uint64_t seed);
uint64_t even(int depth, uint64_t seed) {
  uint64_t h = seed;
  if (depth > 0) {
#pragma omp parallel for reduction(+ : h)
    for (int i = 0; i < 3; i++)
      h += odd(depth - 1, mix(seed + (unsigned)i));
  }
  return h;
}
