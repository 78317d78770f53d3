// Copies too large for a frame, for tasks in functions.
// PROMOTES
#include "support.h"
enum { BINS = 3000 };
static uint32_t counts[BINS];
NOINLINE void spread(int depth, uint64_t seed) {
#pragma omp task in_reduction(+ : counts)
  {
    for (uint64_t i = 0; i < 50; i++)
      counts[work(seed + i, 3) % BINS]++;
    if (depth > 0) {
      spread(depth - 1, seed * 2);
      spread(depth - 1, seed * 3);
    }
  }
}
int main() {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : counts)
  for (uint64_t i = 0; i < 12; i++) {
#pragma omp task firstprivate(i)
    spread((int)i / 3, i);
  }
  SHOW_ARRAY("counts", counts, BINS);
}
