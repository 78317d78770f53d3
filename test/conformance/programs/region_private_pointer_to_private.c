// A private pointer points to a private array: stays.
// LEFT: *
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    double mine[2] = {0, 0};
    double *p = mine;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      p[i & 1] += 1;
#pragma omp critical
    {
      a[0] += mine[0];
      a[1] += mine[1];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  show("end");
}
