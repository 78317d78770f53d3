// critical and atomic in iterations.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0, most = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
#pragma omp atomic
      sum += x[i];
      if (i % 1000 == 0) {
#pragma omp critical
        most = x[i] > most ? x[i] : most;
      }
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = sum + most;
  }
  show("end");
}
