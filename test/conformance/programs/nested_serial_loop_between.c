// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// A serial time loop stands between two parallel ones and carries state.
#include "support.h"

int main(void) {
  static uint64_t grid[8][64], next[8][64];
#pragma omp parallel for
  for (int g = 0; g < 8; g++) {
    for (int i = 0; i < 64; i++)
      grid[g][i] = (uint64_t)(g * 64 + i);
    for (int t = 0; t < 6; t++) {
#pragma omp parallel for
      for (int i = 0; i < 64; i++)
        next[g][i] = mix(grid[g][i] + grid[g][(i + 63) % 64] + grid[g][(i + 1) % 64]);
      memcpy(grid[g], next[g], sizeof grid[g]);
    }
  }
  SHOW_ARRAY("grid", &grid[0][0], 512);
}
