// single with nowait: what it writes is read only behind a barrier.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long factor = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    factor = 4;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i] * factor;
  }
  show("end");
}
