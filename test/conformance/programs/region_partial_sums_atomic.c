// Partial sums, merged atomically.
// CONVERTED: 1
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 0, all = 1;
  double reals = 0.5;
#pragma omp parallel
  {
    long part = 0, bits = 0;
    double real = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      part += x[i];
      bits |= x[i] & 12;
      real += a[i];
    }
#pragma omp atomic
    sum += part;
#pragma omp atomic
    all |= bits;
#pragma omp atomic
    reals += real;
  }
  printf("%ld %ld\n~ %.10g\n", sum, all, reals);
  show("end");
}
