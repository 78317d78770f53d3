// masked chooses a thread by its number, which may be none.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
// FLAGS: -O2 -fopenmp-version=51
#include "strands.h"

static int chosen[MOST_THREADS], masters;

int main(void) {
#pragma omp parallel num_threads(4)
  {
    for (int filter = 0; filter < 8; filter++) {
#pragma omp masked filter(filter)
      chosen[filter] += 1 + omp_get_thread_num();
    }
#pragma omp master
    masters++;
  }
  SHOW("masters", masters);
  SHOW_ARRAY("chosen", chosen, 8);
}
