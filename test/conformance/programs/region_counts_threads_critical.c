// A critical construct that every thread executes counts them: stays.
// LEFT: critical
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int threads = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
#pragma omp critical
    threads++;
  }
  printf("%d\n", threads);
  show("end");
}
