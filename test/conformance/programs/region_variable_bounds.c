// Bounds that the region computes, loops without iterations, strides and both directions.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  for (int k = 0; k < 5; k++) {
    int low = k * 10, high = k * k * 100;
#pragma omp for
    for (int i = low; i < high; i += 3)
      y[i] += k;
#pragma omp for nowait
    for (int i = high; i > low; i -= 2)
      x[i] += k;
#pragma omp barrier
  }
  show("end");
}
