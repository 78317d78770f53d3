// FLAGS: -O0 -g -std=c++20
// CONVERTED: 2
// PROMOTES
// A struct captured by value (firstprivate) and by reference (shared) at once, in a nest.
#include "support.h"

struct Grid {
  int rows, columns;
  uint64_t *cells;
};

int main() {
  static uint64_t cells[2000];
  Grid shared_grid{40, 50, cells}, copied_grid = shared_grid;
#pragma omp parallel for firstprivate(copied_grid)
  for (int i = 0; i < shared_grid.rows; i++) {
#pragma omp parallel for
    for (int j = 0; j < copied_grid.columns; j++)
      copied_grid.cells[i * shared_grid.columns + j] = work((unsigned)(i * 50 + j), 2);
  }
  SHOW_ARRAY("cells", cells, 2000);
}
