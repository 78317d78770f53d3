// for simd, and simd loops, in a region.
// CONVERTED: 4
#include "region_arrays.h"

int main(void) {
  fill();
  double sum = 0;
  long k = 1;
#pragma omp parallel
  {
#pragma omp for simd
    for (int i = 0; i < N; i++)
      a[i] = b[i] * 2;
#pragma omp for simd reduction(+ : sum) linear(k : 2)
    for (int i = 0; i < N; i++) {
      sum += a[i];
      y[i] = k;
      k += 2;
    }
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp simd
      for (int j = 0; j < 200; j++)
        c[i * 200 + j] = a[i * 200 + j] + sum;
    }
  }
  printf("~ %.10g\n%ld\n", sum, k);
  show("end");
}
