// Tasks that begin regions, in a region.
// NEEDS-OPENMP
#include "strands.h"
static long out[8][4];
int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    for (int k = 0; k < 8; k++)
#pragma omp task firstprivate(k)
    {
#pragma omp parallel num_threads(4)
      {
        out[k][omp_get_thread_num()] = k * 10 + omp_get_thread_num();
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < 4; i++)
          out[k][i] += i;
      }
    }
#pragma omp barrier
#pragma omp for
    for (int k = 0; k < 8; k++)
      out[k][0] += out[k][3];
  }
  SHOW_ARRAY("out", out[0], 32);
}
