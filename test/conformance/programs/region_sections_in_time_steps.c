// Sections between loops, in each time step, with and without a barrier behind them.
#include "region_arrays.h"

int main(void) {
  fill();
  long left = 0, right = 0;
#pragma omp parallel
  for (int step = 0; step < 6; step++) {
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = (x[i] * 5 + step) % 1003;
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < N; i += 2)
        left += x[i];
#pragma omp section
      for (int i = 1; i < N; i += 2)
        right += x[i];
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] += (left - right) % 7;
  }
  printf("%ld %ld\n", left, right);
  show("end");
}
