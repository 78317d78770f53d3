// An orphaned loop is called from a converted region and from one that stays, where it is shared among the threads.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

static void scale(void) {
#pragma omp for
  for (int i = 0; i < N; i++)
    x[i] *= 3;
}

int main(void) {
  fill();
  int threads = 0;
#pragma omp parallel
  {
    scale();
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  show("converted");
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    threads++;
    scale();
  }
  printf("%d\n", threads);
  show("end");
}
