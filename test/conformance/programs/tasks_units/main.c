// Tasks across translation units, one of them a shared library, one compiled by a plain compiler.
// SHARED: library.c
// PLAIN: plain.c
#include "support.h"
uint64_t in_library(int depth, uint64_t seed);
uint64_t in_plain(int depth, uint64_t seed, uint64_t (*back)(int, uint64_t));
uint64_t here(int depth, uint64_t seed) {
  if (depth <= 0)
    return work(seed, 20);
  uint64_t x, y, z;
#pragma omp task shared(x)
  x = in_library(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = in_plain(depth - 1, seed * 2 + 1, here);
  z = work(seed, 50);
#pragma omp taskwait
  return x * 3 + y + z;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = here(8, 1);
  SHOW("r", r);
}
