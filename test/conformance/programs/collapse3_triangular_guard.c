// FLAGS: -O2
// CONVERTED: 1
// A triangular space written as a guarded rectangle: most iterations do nothing.
#include "support.h"

int main(void) {
  static unsigned a[16][16][16];
#pragma omp parallel for collapse(3)
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 16; k++)
        if (k <= j && j <= i)
          a[i][j][k] = (unsigned)work((unsigned)(i * 256 + j * 16 + k), 5);
  SHOW_ARRAY("a", &a[0][0][0], 4096);
}
