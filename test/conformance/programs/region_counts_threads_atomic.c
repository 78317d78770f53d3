// An atomic update by every thread counts them: stays.
// LEFT: atomic update
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int threads = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    threads++;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%d\n", threads);
  show("end");
}
