// sections beside a loop.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < N; i++)
        y[i] = x[i] + 1;
#pragma omp section
      for (int i = 0; i < N; i++)
        a[i] = b[i] * 2;
#pragma omp section
      for (int i = 0; i < N; i++)
        c[i] = i;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
