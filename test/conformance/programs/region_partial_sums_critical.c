// Partial sums over two loops, merged under critical.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0, lows = 3;
  double reals = 0.5;
#pragma omp parallel
  {
    long part = 0, low = 0;
    double real = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      part += x[i];
      real += a[i] * b[i];
    }
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      part -= i;
      low += x[i] & 1;
    }
#pragma omp critical
    {
      sum += part;
      lows += low;
      reals += real;
    }
  }
  printf("%ld %ld\n~ %.10g\n", sum, lows, reals);
  show("end");
}
