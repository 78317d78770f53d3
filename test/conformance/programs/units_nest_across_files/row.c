#include "support.h"

void fill_row(unsigned *row, int n, unsigned seed) {
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    row[j] = (unsigned)work(seed + (unsigned)j, 3);
}
