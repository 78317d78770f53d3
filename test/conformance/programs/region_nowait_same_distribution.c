// nowait between two static loops of the same length: iteration i of the second needs only that of the first.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
