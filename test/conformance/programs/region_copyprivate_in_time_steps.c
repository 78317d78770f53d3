// copyprivate in a loop of the region: the private variable has a new value in each step.
// CONVERTED: 2
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
    long factor = 1;
    for (int step = 0; step < 5; step++) {
#pragma omp single copyprivate(factor)
      factor = factor * 3 + step;
#pragma omp for
      for (int i = 0; i < N; i++)
        y[i] += x[i] * factor;
    }
  }
  show("end");
}
