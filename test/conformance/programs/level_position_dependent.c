// FLAGS: -O2 -fno-pie -no-pie -mcmodel=small
// CONVERTED: 2
// PROMOTES
// A position-dependent executable: absolute addresses in the slices, relative ones in the maps.
#include "support.h"

static unsigned a[40][30];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
#pragma omp parallel for
    for (int j = 0; j < 30; j++)
      a[i][j] = (unsigned)work((unsigned)(i * 30 + j), 3);
  }
  SHOW_ARRAY("a", &a[0][0], 1200);
}
