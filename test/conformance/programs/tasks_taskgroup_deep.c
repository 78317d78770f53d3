// taskgroup waits for descendants that nobody else waits for.
// PROMOTES
#include "support.h"
static uint64_t cells[512];
static void fill(int lo, int hi) {
  if (hi - lo == 1) {
    cells[lo] = work((uint64_t)lo, 100);
    return;
  }
  int middle = (lo + hi) / 2;
#pragma omp task
  fill(lo, middle);
#pragma omp task
  fill(middle, hi);
}
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    fill(0, 512);
    for (int i = 0; i < 512; i++)
      sum += cells[i] * (uint64_t)(i + 1);
  }
  SHOW("sum", sum);
}
