// A partial sum that an iteration reads: stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0;
#pragma omp parallel num_threads(2)
  {
    long part = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      part += x[i];
      y[i] = part;
    }
#pragma omp critical
    sum += part;
  }
  printf("%ld\n", sum);
  show("end");
}
