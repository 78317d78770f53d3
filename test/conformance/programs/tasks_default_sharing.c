// Implicit sharing: locals are firstprivate, globals shared, formal arguments copied.
// PROMOTES
#include "support.h"
static uint64_t table[128];
static void descend(int lo, int hi, uint64_t seed) {
  if (lo + 1 == hi) {
    table[lo] = work(seed, 30);
    return;
  }
  int middle = lo + (hi - lo) / 2;
  uint64_t other = mix(seed);
#pragma omp task
  descend(lo, middle, seed);
#pragma omp task
  descend(middle, hi, other);
  seed = 0;
  other = 0;
#pragma omp taskwait
}
int main() {
#pragma omp parallel
#pragma omp single
  descend(0, 128, 42);
  SHOW_ARRAY("table", table, 128);
}
