// A region with two loops in an iteration of another's loop.
// CONVERTED: 6
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp parallel
      {
#pragma omp for
        for (int j = 0; j < 200; j++)
          y[i * 200 + j] = x[i * 200 + j] + j;
#pragma omp for
        for (int j = 0; j < 200; j++)
          x[i * 200 + j] += y[i * 200 + 199 - j];
      }
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] % 7;
  }
  show("end");
}
