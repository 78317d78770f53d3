// Every thread starts a region of its own: stays, and the inner loop counts the threads.
// LEFT: region of its own
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int count = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp parallel for num_threads(1)
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
      count++;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%d\n", count);
  show("end");
}
