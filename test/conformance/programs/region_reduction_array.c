// A reduction over an array, at a loop of the region.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long counts[8] = {0};
#pragma omp parallel
  {
#pragma omp for reduction(+ : counts[ : 8])
    for (int i = 0; i < N; i++)
      counts[x[i] % 8]++;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = counts[x[i] % 8];
  }
  for (int k = 0; k < 8; k++)
    printf("%ld\n", counts[k]);
  show("end");
}
