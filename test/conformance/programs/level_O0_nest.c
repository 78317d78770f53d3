// FLAGS: -O0 -g
// CONVERTED: 2
// PROMOTES
// Without optimisation everything lives in memory and no function is inlined.
#include "support.h"

int main(void) {
  static unsigned a[40][30];
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 40; i++) {
    uint64_t row = 0;
#pragma omp parallel for reduction(+ : row)
    for (int j = 0; j < 30; j++) {
      a[i][j] = (unsigned)work((unsigned)(i * 30 + j), 3);
      row += a[i][j];
    }
    total += row;
  }
  SHOW("total", total);
  SHOW_ARRAY("a", &a[0][0], 1200);
}
