// Tasks that count with atomics.
// PROMOTES
#include "support.h"
static void count(int depth, uint64_t seed, uint64_t *total) {
  if (depth == 0) {
#pragma omp atomic
    *total += work(seed, 20) & 0xffff;
    return;
  }
  for (uint64_t i = 0; i < 3; i++) {
#pragma omp task firstprivate(i)
    count(depth - 1, seed * 3 + i, total);
  }
}
int main() {
  uint64_t total = 0;
#pragma omp parallel
#pragma omp single
  count(7, 1, &total);
  SHOW("total", total);
}
