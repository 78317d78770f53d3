// FLAGS: -O3
// CONVERTED: 4
// PROMOTES
// Four loops of the same small size, promoted from any depth.
#include "support.h"

int main(void) {
  static unsigned a[7][7][7][7];
#pragma omp parallel for
  for (int i = 0; i < 7; i++)
#pragma omp parallel for
    for (int j = 0; j < 7; j++)
#pragma omp parallel for
      for (int k = 0; k < 7; k++)
#pragma omp parallel for
        for (int l = 0; l < 7; l++)
          a[i][j][k][l] = (unsigned)work((unsigned)(i * 343 + j * 49 + k * 7 + l), 6);
  SHOW_ARRAY("a", &a[0][0][0][0], 2401);
}
