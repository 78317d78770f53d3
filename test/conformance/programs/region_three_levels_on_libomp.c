// Two levels of regions of libomp's inside of one in phases: the innermost are active on any thread of ours.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

static long created, threads, levels;

static void inner(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp task depend(iterator(only = 0 : 1), inout : created)
#pragma omp atomic
    created++;
#pragma omp parallel num_threads(2)
    {
#pragma omp task depend(iterator(only = 0 : 1), inout : threads)
#pragma omp atomic
      threads++;
#pragma omp barrier
#pragma omp atomic
      levels += omp_get_level() * 100 + omp_get_active_level() * 10 + omp_get_num_threads();
    }
  }
}

int main(void) {
  omp_set_max_active_levels(3);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == round % 2)
        inner();
#pragma omp barrier
      if (omp_get_thread_num() != round % 2)
        inner();
    }
  }
  SHOW("threads", threads);
  SHOW("levels", levels);
  SHOW("limit", omp_get_max_active_levels());
}
