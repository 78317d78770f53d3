// FLAGS: -Os
// NEEDS-OPENMP
// LEFT: *
// omp_get_thread_num in the body keeps its full meaning: per-thread accumulators indexed by it, in a team of known
// size.
#include "support.h"
#include <omp.h>

int main(void) {
  long per_thread[64] = {0}, total = 0;
  int team = 0, bad = 0;
#pragma omp parallel for num_threads(4) schedule(static) reduction(+ : bad)
  for (int i = 0; i < 2000; i++) {
    int t = omp_get_thread_num();
    per_thread[t] += i;
    bad += t < 0 || t >= omp_get_num_threads();
    if (i == 0)
      team = omp_get_num_threads();
  }
  for (int t = 0; t < 64; t++)
    total += per_thread[t];
  SHOW("total", total);
  SHOW("bad", bad);
  SHOW("team", team);
}
