// FLAGS: -O3 -march=native -std=c++20
// A called function uses a thread_local buffer across a parallel loop of its own: the waiting thread must not run
// another iteration that would overwrite it.
#include "support.h"

NOINLINE static uint64_t hashed(int i) {
  static thread_local uint64_t buffer[64];
  uint64_t *mine = buffer;
  for (int k = 0; k < 64; k++)
    mine[k] = mix((unsigned)(i * 64 + k));
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int k = 0; k < 64; k++)
    h += work(mine[k], 3);
  return h ^ hash_bytes(mine, sizeof buffer);
}

int main() {
  static uint64_t out[60];
#pragma omp parallel for
  for (int i = 0; i < 60; i++)
    out[i] = hashed(i);
  SHOW_ARRAY("out", out, 60);
}
