// Loops of every schedule in one region.
// CONVERTED: 6
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for schedule(static, 3)
    for (int i = 0; i < N; i++)
      y[i] = x[i] + 1;
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < N; i++)
      x[i] += y[N - 1 - i];
#pragma omp for schedule(guided)
    for (int i = 0; i < N; i++)
      y[i] = x[i] % 13;
#pragma omp for schedule(runtime) nowait
    for (int i = 0; i < N; i++)
      a[i] += y[i];
#pragma omp for schedule(auto)
    for (int i = 0; i < N; i++)
      b[i] += y[i];
  }
  show("end");
}
