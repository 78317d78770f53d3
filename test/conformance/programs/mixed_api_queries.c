// FLAGS: -O0 -g
// NEEDS-OPENMP
// API calls outside parallel regions, and omp_in_parallel after a loop: the sequential part sees a sequential program.
#include "support.h"
#include <omp.h>

int main(void) {
  static unsigned a[1500];
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)work((unsigned)i, 2);
  SHOW("in parallel", omp_in_parallel());
  SHOW("thread", omp_get_thread_num());
  SHOW("team", omp_get_num_threads());
  SHOW("level", omp_get_level());
  double before = omp_get_wtime();
  omp_set_num_threads(2);
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    a[i] ^= (unsigned)work((unsigned)i + 3, 2);
  SHOW("max", omp_get_max_threads());
  SHOW("time moves on", omp_get_wtime() >= before);
  SHOW_ARRAY("a", a, 1500);
}
