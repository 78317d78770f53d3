// FLAGS: -O2 -g
// CONVERTED: 1
// Rows of a two-dimensional array as a contiguous section; min instead of a sum.
#include "support.h"

int main(void) {
  int table[8][16];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 16; j++)
      table[i][j] = 1000 + i - j;
#pragma omp parallel for reduction(min : table[2 : 4][0 : 16])
  for (int i = 0; i < 3000; i++) {
    uint64_t x = mix(i);
    int *cell = &table[2 + x % 4][(x >> 8) % 16];
    int value = (int)((x >> 16) % 2000);
    if (value < *cell)
      *cell = value;
  }
  SHOW_ARRAY("table", &table[0][0], 128);
}
