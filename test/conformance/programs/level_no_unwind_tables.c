// FLAGS: -O2 -fno-asynchronous-unwind-tables -fno-unwind-tables
// CONVERTED: 2
// C without unwind tables: the walk may rely on stack maps and frame pointers alone.
#include "support.h"

NOINLINE static uint64_t inner(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int j = 0; j < 50; j++)
    h ^= work((unsigned)(i * 50 + j), 2);
  return h;
}

int main(void) {
  static uint64_t out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    out[i] = inner(i);
  SHOW_ARRAY("out", out, 50);
}
