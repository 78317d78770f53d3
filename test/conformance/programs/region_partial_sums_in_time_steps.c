// Partial sums are made and merged in each time step.
// CONVERTED: 2
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0, history[8];
#pragma omp parallel
  for (int step = 0; step < 8; step++) {
    long part = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      part += x[i] * step;
#pragma omp critical
    sum += part;
#pragma omp barrier
#pragma omp single
    history[step] = sum;
  }
  for (int step = 0; step < 8; step++)
    printf("%ld\n", history[step]);
  show("end");
}
