// An iteration finds in a private variable what the one before left: a region of one thread makes no tasks of it.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(1)
  {
    long t = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = t++;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
