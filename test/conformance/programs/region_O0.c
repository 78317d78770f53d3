// Without optimisation.
// FLAGS: -O0
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long t, sum = 0;
#pragma omp parallel private(t)
  for (int step = 0; step < 3; step++) {
    long part = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      t = x[i] + step;
      part += t;
      y[i] = t;
    }
#pragma omp critical
    sum += part;
#pragma omp barrier
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < N; i++) {
      t = y[i];
      x[i] = t * 2;
    }
  }
  printf("%ld\n", sum);
  show("end");
}
