// A private variable of the region is scratch in two loops and in a single construct.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long t, j;
#pragma omp parallel private(t, j)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      t = x[i];
      for (j = 0; j < 3; j++)
        t += j;
      y[i] = t;
    }
#pragma omp single
    {
      t = 5;
      for (j = 0; j < 4; j++)
        t *= 2;
      y[0] = t;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      t = y[i];
      for (j = 0; j < 2; j++)
        t -= j;
      x[i] = t;
    }
  }
  show("end");
}
