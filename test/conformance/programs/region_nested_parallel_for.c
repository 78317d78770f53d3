// An iteration of a region's loop holds a region of its own.
// CONVERTED: 5
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp parallel for
      for (int j = 0; j < 200; j++)
        y[i * 200 + j] = x[i * 200 + j] + j;
    }
#pragma omp single
    {
#pragma omp parallel for
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] % 7;
  }
  show("end");
}
