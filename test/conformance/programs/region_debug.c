// With debug information.
// FLAGS: -O2 -g
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long t;
#pragma omp parallel private(t)
  for (int step = 0; step < 3; step++) {
#pragma omp for
    for (int i = 0; i < N; i++) {
      t = x[i] + step;
      y[i] = t;
    }
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < N; i++) {
      t = y[i];
      x[i] = t * 2;
    }
  }
  show("end");
}
