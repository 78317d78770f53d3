// copyprivate gives all threads the value that one has.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
    long factor = 1;
    double pair[2] = {0, 0};
#pragma omp single copyprivate(factor, pair)
    {
      factor = x[17];
      pair[1] = 0.5;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      y[i] = x[i] * factor;
      c[i] = pair[1];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += factor;
  }
  show("end");
}
