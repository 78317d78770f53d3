// master and barriers around it.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long shared = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3;
#pragma omp master
    {
      show("master");
      shared = 3;
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i] * shared;
  }
  show("end");
}
