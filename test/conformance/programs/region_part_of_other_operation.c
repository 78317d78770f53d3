// Partial products that are merged by adding: stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0;
#pragma omp parallel num_threads(2)
  {
    long part = 1;
#pragma omp for nowait schedule(static)
    for (int i = 0; i < 16; i++)
      part *= 2;
#pragma omp critical
    sum += part;
  }
  printf("%ld\n", sum);
  show("end");
}
