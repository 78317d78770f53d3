// A function counts the threads: stays.
// LEFT: once a thread
// NEEDS-OPENMP
#include "region_arrays.h"

static int threads;
static void count(void) {
#pragma omp atomic
  threads++;
}

int main(void) {
  fill();
#pragma omp parallel num_threads(4)
  {
    count();
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%d\n", threads);
  show("end");
}
