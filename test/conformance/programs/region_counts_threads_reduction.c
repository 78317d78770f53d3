// Every thread adds to the region's reduction: stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int threads = 0;
#pragma omp parallel num_threads(4) reduction(+ : threads)
  {
    threads += 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%d\n", threads);
  show("end");
}
