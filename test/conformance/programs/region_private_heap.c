// Memory that every thread allocates for itself: stays.
// LEFT: once a thread
#include "region_arrays.h"
#include <stdlib.h>

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    long *counts = calloc(8, sizeof(long));
#pragma omp for
    for (int i = 0; i < N; i++)
      counts[x[i] % 8]++;
#pragma omp critical
    for (int k = 0; k < 8; k++)
      y[k] += counts[k];
    free(counts);
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i]++;
  }
  show("end");
}
