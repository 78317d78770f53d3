// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// A collapsed loop inside a parallel loop: three source loops, two levels.
#include "support.h"

int main(void) {
  static unsigned a[20][15][15];
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    unsigned seed = (unsigned)mix((unsigned)i);
#pragma omp parallel for collapse(2)
    for (int j = 0; j < 15; j++)
      for (int k = 0; k < 15; k++)
        a[i][j][k] = (unsigned)work(seed + (unsigned)(j * 15 + k), 2);
  }
  SHOW_ARRAY("a", &a[0][0][0], 20 * 15 * 15);
}
