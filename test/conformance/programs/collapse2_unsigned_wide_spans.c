// FLAGS: -O0 -g
// CONVERTED: 1
// 32-bit unsigned loops collapsed, whose spans and strides are beyond the signed range.
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
