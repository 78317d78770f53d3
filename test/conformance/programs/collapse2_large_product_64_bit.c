// FLAGS: -O0 -g
// CONVERTED: 1
// 32-bit loops whose collapsed trip count does not fit in 32 bits: most rows are empty by a break-free guard on the stride.
#include "support.h"

NOINLINE uint64_t run(unsigned outer, unsigned stride) {
  uint64_t h = 0;
#pragma omp parallel for collapse(2) reduction(^ : h)
  for (unsigned i = 0; i < outer; i += stride)
    for (unsigned j = 0; j < 4000000000u; j += 80000000u)
      h ^= mix(((uint64_t)i << 32) | j);
  return h;
}

int main(void) { SHOW("h", run(4000000000u, 100000000u)); }
