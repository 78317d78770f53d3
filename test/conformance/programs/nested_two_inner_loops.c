// FLAGS: -O2 -g
// CONVERTED: 3
// PROMOTES
// Two inner loops one after the other: what the second reads, the first (all its tasks) has written.
#include "support.h"

int main(void) {
  static unsigned a[40][50], b[40][50];
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
#pragma omp parallel for
    for (int j = 0; j < 50; j++)
      a[i][j] = (unsigned)work((unsigned)(i * 50 + j), 2);
#pragma omp parallel for
    for (int j = 0; j < 50; j++)
      b[i][j] = a[i][49 - j] * 3 + a[i][(j * 7) % 50];
  }
  SHOW_ARRAY("b", &b[0][0], 2000);
}
