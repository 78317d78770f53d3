// FLAGS: -O3
// CONVERTED: 2
// A scalar changes between two loops and in the serial code around them: each loop captures its value anew.
#include "support.h"

int main(void) {
  static uint64_t a[500];
  uint64_t seed = 1;
  for (int round = 0; round < 8; round++) {
#pragma omp parallel for
    for (int i = 0; i < 500; i++)
      a[i] += work(seed + (unsigned)i, 1);
    seed = a[round * 50];
#pragma omp parallel for
    for (int i = 499; i >= 0; i--)
      a[i] ^= seed;
    seed ^= a[499];
  }
  SHOW("seed", seed);
  SHOW_ARRAY("a", a, 500);
}
