// Code of the region asks for its thread number: stays.
// LEFT: thread number
// NEEDS-OPENMP
#include "region_arrays.h"
#include <omp.h>

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      y[i] = me;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      x[i] += me;
  }
  show("end");
}
