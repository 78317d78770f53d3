// single between loops, with output in it.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3;
#pragma omp single
    {
      show("middle");
      y[0] = 5;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[0];
  }
  show("end");
}
