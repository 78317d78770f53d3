// A taskloop in master, with a barrier behind it.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp master
    {
#pragma omp taskloop
      for (int i = 0; i < N; i++)
        y[i] = x[i] * 2;
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
