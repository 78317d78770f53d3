// The partial sums begin with 1, so that the total depends on the number of threads: stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0;
#pragma omp parallel num_threads(4)
  {
    long part = 1;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      part += x[i];
#pragma omp critical
    sum += part;
  }
  printf("%ld\n", sum);
  show("end");
}
