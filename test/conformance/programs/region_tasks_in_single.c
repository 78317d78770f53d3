// Tasks that single creates are complete at its barrier.
// CONVERTED: 5
#include "region_arrays.h"

static long fibonacci(int n) {
  long first, second;
  if (n < 2)
    return n;
#pragma omp task shared(first)
  first = fibonacci(n - 1);
  second = fibonacci(n - 2);
#pragma omp taskwait
  return first + second;
}

int main(void) {
  fill();
  long results[8] = {0};
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
#pragma omp single
    for (int k = 0; k < 8; k++) {
#pragma omp task firstprivate(k)
      results[k] = fibonacci(k + 12);
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += results[i % 8];
  }
  show("end");
}
