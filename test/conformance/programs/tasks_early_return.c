// Functions that return on some paths without waiting.
// PROMOTES
#include "support.h"
static uint64_t cells[64];
static int maybe(int i, uint64_t seed) {
#pragma omp task
  cells[i] = work(work(seed, 10), 200);
  uint64_t own = work(seed, 100);
  if (own % 3 == 0)
    return 1;
  own = work(own, 100);
  if (own % 3 == 1)
    return 2;
#pragma omp taskwait
  return (int)(cells[i] % 5) + 3;
}
int main() {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 64; i++)
    sum += maybe(i, (uint64_t)i);
  SHOW("sum", sum);
  SHOW_ARRAY("cells", cells, 64);
}
