#include "parallel.h"

void scale(uint64_t *a, int n) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
#pragma omp simd
  EACH(i, n) a[i] = a[i] * 3 + sum;
}
