// FLAGS: -O0 -g
// CONVERTED: 2
// PROMOTES
// Indirect calls, one of whose targets has a parallel loop.
#include "support.h"

static uint64_t plain(uint64_t x) { return mix(x); }
static uint64_t heavy(uint64_t x) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int j = 0; j < 50; j++)
    h ^= work(x + (unsigned)j, 2);
  return h;
}
static uint64_t (*volatile functions[3])(uint64_t) = {plain, heavy, plain};

int main(void) {
  static uint64_t out[100];
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    out[i] = functions[i % 3]((unsigned)i);
  SHOW_ARRAY("out", out, 100);
}
