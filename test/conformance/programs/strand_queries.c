// All that OpenMP tells of a place, in regions inside of regions.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int inner_size[MOST_THREADS], sum;

static NOINLINE void outside(void) {
  CHECK(omp_get_level() == 0 && omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && !omp_in_parallel());
}

int main(void) {
  outside();
  for (int levels = 1; levels <= 2; levels++) {
    omp_set_max_active_levels(levels);
#pragma omp parallel num_threads(3)
    {
      int me = omp_get_thread_num();
      CHECK(omp_get_level() == 1 && omp_get_active_level() == 1 && omp_in_parallel() && omp_get_num_threads() == 3);
      CHECK(omp_get_ancestor_thread_num(1) == me && omp_get_ancestor_thread_num(0) == 0 && omp_get_team_size(1) == 3);
      omp_set_num_threads(2 + me);
      CHECK(omp_get_max_threads() == 2 + me);
#pragma omp parallel
      {
        int inner = omp_get_thread_num();
        CHECK(omp_get_level() == 2 && omp_get_active_level() == levels);
        CHECK(omp_get_ancestor_thread_num(1) == me && omp_get_ancestor_thread_num(2) == inner);
        CHECK(omp_get_team_size(1) == 3 && omp_get_team_size(2) == omp_get_num_threads());
        CHECK(omp_get_num_threads() == (levels == 2 ? 2 + me : 1));
        if (inner == 0)
          inner_size[me] += omp_get_num_threads();
#pragma omp barrier
#pragma omp atomic
        sum += inner;
      }
      CHECK(omp_get_level() == 1 && omp_get_thread_num() == me && omp_get_num_threads() == 3);
#pragma omp barrier
    }
    outside();
  }
  SHOW_ARRAY("inner", inner_size, 3);
  SHOW("sum", sum);
}
