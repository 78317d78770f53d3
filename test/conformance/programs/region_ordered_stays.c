// An ordered loop beside another: stays.
// LEFT: ordered
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for ordered
    for (int i = 1; i < 100; i++) {
      y[i] = x[i];
#pragma omp ordered
      y[i] += y[i - 1];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i]++;
  }
  show("end");
}
