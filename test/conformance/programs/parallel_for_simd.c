// FLAGS: -O3 -march=native
// CONVERTED: 3
// parallel for simd with its own clauses: safelen, linear, aligned, reduction.
#include "support.h"

int main(void) {
  static float a[4096] __attribute__((aligned(64))), b[4096] __attribute__((aligned(64)));
  long sum = 0;
  int k = 3;
#pragma omp parallel for simd aligned(a, b : 64)
  for (int i = 0; i < 4096; i++) {
    b[i] = (float)(i % 37);
    a[i] = b[i] + 1.0f;
  }
#pragma omp parallel for simd reduction(+ : sum) safelen(16)
  for (int i = 0; i < 4096; i++)
    sum += (long)(a[i] * b[i]);
#pragma omp parallel for simd linear(k : 2) simdlen(8)
  for (int i = 0; i < 4096; i++) {
    a[i] += (float)(k % 5);
    k += 2;
  }
  SHOW("sum", sum);
  SHOW("k", k);
  SHOW_ARRAY("a", a, 4096);
}
