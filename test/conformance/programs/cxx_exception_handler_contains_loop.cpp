// FLAGS: -O0 -std=c++20
// CONVERTED: 2
// PROMOTES
// A parallel loop runs inside a catch handler while the exception is alive, and the handler rethrows.
#include "support.h"

NOINLINE static uint64_t handle(int i) {
  try {
    throw (uint64_t)i;
  } catch (uint64_t &seed) {
    uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
    for (int j = 0; j < 40; j++)
      h ^= work(seed * 40 + (unsigned)j, 2);
    seed = h;
    throw;
  }
}

int main() {
  static uint64_t out[60];
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    try {
      out[i] = handle(i);
    } catch (uint64_t h) {
      out[i] = h + 1;
    }
  }
  SHOW_ARRAY("out", out, 60);
}
