// Each thread sets its own number of threads for a region inside.
// NEEDS-OPENMP
#include "strands.h"
static long out[4];
int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    omp_set_num_threads(me + 1);
#pragma omp barrier
#pragma omp parallel
    {
#pragma omp atomic
      out[me] += 100 + omp_get_thread_num();
#pragma omp for
      for (int i = 0; i < 10; i++)
#pragma omp atomic
        out[me] += i;
    }
    out[me] += omp_get_max_threads() * 100000;
  }
  SHOW_ARRAY("out", out, 4);
  SHOW("o", out[3]);
}
