// Every thread reads and writes shared variables atomically.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long shared = 0;
#pragma omp parallel
  {
    long now;
#pragma omp atomic write
    shared = 4;
#pragma omp barrier
#pragma omp atomic read
    now = shared;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i] * now;
#pragma omp flush
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += now;
  }
  show("end");
}
