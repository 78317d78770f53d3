// The same on two threads, with a schedule that fixes the values.
// LEFT: private
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    long t = 0;
#pragma omp for schedule(static, N / 2)
    for (int i = 0; i < N; i++)
      y[i] = t++;
#pragma omp for schedule(static, N / 2)
    for (int i = 0; i < N; i++)
      x[i] += y[i] + t;
  }
  show("end");
}
