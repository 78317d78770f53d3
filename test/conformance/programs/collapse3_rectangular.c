// FLAGS: -O3
// CONVERTED: 1
// PROMOTES
// Three loops with a reduction and a run-time inner bound.
#include "support.h"

NOINLINE uint64_t sum(int a, int b, int c) {
  uint64_t h = 0;
#pragma omp parallel for collapse(3) reduction(+ : h)
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        h += work((uint64_t)(i * 10000 + j * 100 + k), 2);
  return h;
}

int main(void) {
  SHOW("13x11x17", sum(13, 11, 17));
  SHOW("13x0x17", sum(13, 0, 17));
  SHOW("0x4x4", sum(0, 4, 4));
  SHOW("3x4x0", sum(3, 4, 0));
  SHOW("1x1x1", sum(1, 1, 1));
}
