// FLAGS: -O2
// NEEDS-OPENMP
// OpenMP locks, simple and nestable, taken and released within an iteration. Nothing may run on top of a holder.
#include "support.h"
#include <omp.h>

int main(void) {
  omp_lock_t locks[8];
  omp_nest_lock_t all;
  long bins[8] = {0}, total = 0;
  for (int k = 0; k < 8; k++)
    omp_init_lock(&locks[k]);
  omp_init_nest_lock(&all);
#pragma omp parallel for
  for (int i = 0; i < 1200; i++) {
    int k = (int)(work((unsigned)i, 4) % 8);
    omp_set_lock(&locks[k]);
    bins[k] += i;
    omp_unset_lock(&locks[k]);
    omp_set_nest_lock(&all);
    omp_set_nest_lock(&all);
    total += k;
    omp_unset_nest_lock(&all);
    omp_unset_nest_lock(&all);
  }
  for (int k = 0; k < 8; k++)
    omp_destroy_lock(&locks[k]);
  omp_destroy_nest_lock(&all);
  SHOW_ARRAY("bins", bins, 8);
  SHOW("total", total);
}
