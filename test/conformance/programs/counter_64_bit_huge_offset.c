// FLAGS: -O3
// CONVERTED: 2
// 64-bit bounds far from zero, signed and unsigned beyond 2^63.
#include "support.h"

int main(void) {
  uint64_t h = 0;
  int64_t base = -9000000000000000000;
  uint64_t top = 18446744073709551615u;
#pragma omp parallel for reduction(^ : h)
  for (int64_t i = base; i < base + 3000; i++)
    h ^= work((uint64_t)i, 3);
  SHOW("signed", h);
#pragma omp parallel for reduction(^ : h)
  for (uint64_t i = top - 3000; i < top; i += 3)
    h ^= work(i, 3);
  SHOW("unsigned", h);
}
