// proc_bind and num_threads on a region with several loops.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(4) proc_bind(close)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] + 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = y[i] * 2;
  }
  show("end");
}
