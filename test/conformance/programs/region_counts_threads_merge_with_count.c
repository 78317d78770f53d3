// A critical construct that merges partial sums also counts: stays.
// LEFT: critical
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0;
  int threads = 0;
#pragma omp parallel num_threads(4)
  {
    long part = 0;
    int one = 1;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      part += x[i];
#pragma omp critical
    {
      sum += part;
      threads += one;
    }
  }
  printf("%ld %d\n", sum, threads);
  show("end");
}
