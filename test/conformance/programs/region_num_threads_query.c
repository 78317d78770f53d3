// The team's size is the same for all threads, and a region that has as many is told so.
// CONVERTED: 3
// NEEDS-OPENMP
#include "region_arrays.h"
#include <omp.h>

int main(void) {
  fill();
#pragma omp parallel num_threads(3)
  {
    int size = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * size;
#pragma omp single
    printf("%d %d\n", omp_get_num_threads(), omp_get_level());
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += size;
  }
  show("end");
}
