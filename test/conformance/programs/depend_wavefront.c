// A wavefront, created row by row: nearly each task depends on the one before it.
// PROMOTES
#include "support.h"
enum { ROWS = 30, COLUMNS = 40 };
static uint64_t cell[ROWS + 1][COLUMNS + 1];

static NOINLINE void compute(int i, int j) {
  cell[i][j] = work(cell[i - 1][j] * 3 + cell[i][j - 1] + cell[i - 1][j - 1], 20 + (i * j) % 80);
}

int main(void) {
  for (int i = 0; i <= ROWS; i++)
    for (int j = 0; j <= COLUMNS; j++)
      cell[i][j] = mix((uint64_t)(i + 100 * j));
#pragma omp parallel
#pragma omp master
  for (int step = 0; step < 3; step++)
    for (int i = 1; i <= ROWS; i++)
      for (int j = 1; j <= COLUMNS; j++) {
#pragma omp task depend(in : cell[i - 1][j], cell[i][j - 1], cell[i - 1][j - 1]) depend(out : cell[i][j])
        compute(i, j);
      }
  SHOW_ARRAY("cell", &cell[0][0], (ROWS + 1) * (COLUMNS + 1));
}
