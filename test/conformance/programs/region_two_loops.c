// Two loops in one region: the second reads what the first has written, behind its barrier.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * 3;
#pragma omp for
    for (int i = 1; i < N; i++)
      x[i] += y[i - 1];
  }
  show("end");
}
