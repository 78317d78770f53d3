// FLAGS: -O2
// SHARED: even.c odd.c
// CONVERTED: 3
// PROMOTES
// Loops of two libraries and of the program alternate on one stack.
#include "support.h"

uint64_t even(int depth, uint64_t seed);
uint64_t odd(int depth, uint64_t seed);

int main(void) {
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int i = 0; i < 4; i++)
    h ^= even(5, (unsigned)i) ^ odd(4, (unsigned)i);
  SHOW("h", h);
}
