// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
// The inner loop is in another translation unit: no inlining, and each unit registers its own maps.
#include "support.h"

void fill_row(unsigned *row, int n, unsigned seed);

int main(void) {
  static unsigned a[40][40];
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    fill_row(a[i], 40, (unsigned)i * 40);
  SHOW_ARRAY("a", &a[0][0], 1600);
}
