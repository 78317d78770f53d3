// A reduction over sections, with nowait.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 5;
#pragma omp parallel
  {
#pragma omp sections nowait reduction(+ : sum)
    {
#pragma omp section
      for (int i = 0; i < N; i++)
        sum += x[i];
#pragma omp section
      sum += 1000;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  printf("%ld\n", sum);
  show("end");
}
