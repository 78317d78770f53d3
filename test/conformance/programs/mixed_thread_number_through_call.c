// FLAGS: -O2
// NEEDS-OPENMP
// The thread number is asked for two calls away: whoever gets an answer may index with it without a race.
#include "support.h"
#include <omp.h>

static long slots[64];
NOINLINE static int whoami(void) { return omp_get_thread_num(); }
NOINLINE static void add(int i) { slots[whoami()] += i; }

int main(void) {
  long total = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 2000; i++)
    add((int)(work((unsigned)i, 10) % 10));
  for (int t = 0; t < 64; t++)
    total += slots[t];
  SHOW("total", total);
}
