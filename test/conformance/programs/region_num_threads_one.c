// A team of one thread keeps the order of its iterations.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(1)
  {
#pragma omp for
    for (int i = 1; i < N; i++)
      y[i] = y[i - 1] + x[i];
#pragma omp for schedule(dynamic)
    for (int i = 1; i < N; i++)
      x[i] = (x[i - 1] * 3 + y[i]) % 1000;
  }
  show("end");
}
