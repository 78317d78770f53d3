// Each loop has a reduction of its own; the results are read behind their barriers.
// CONVERTED: 4
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0, squares = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += x[i];
#pragma omp for reduction(+ : squares)
    for (int i = 0; i < N; i++)
      squares += (x[i] - sum / N) * (x[i] - sum / N);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = squares % 1000 + sum;
  }
  printf("%ld %ld\n", sum, squares);
  show("end");
}
