// A private flag tells the thread that executed single from the others: stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int others = 0;
#pragma omp parallel num_threads(3)
  {
    int chosen = 0;
#pragma omp single
    chosen = 1;
    if (!chosen) {
#pragma omp atomic
      others++;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%d\n", others);
  show("end");
}
