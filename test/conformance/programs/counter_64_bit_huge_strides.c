// FLAGS: -O0 -g
// CONVERTED: 2
// The stride itself needs 64 bits.
#include "support.h"

int main(void) {
  uint64_t h = 1;
  long stride = 1l << 50;
#pragma omp parallel for reduction(+ : h)
  for (long i = -(1l << 61); i <= 1l << 61; i += stride)
    h += mix((uint64_t)i);
#pragma omp parallel for reduction(+ : h)
  for (unsigned long i = 1ul << 63; i > 1000; i -= 1ul << 53)
    h += mix(i);
  SHOW("h", h);
}
