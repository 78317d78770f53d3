// A reduction of the region, to which several loops contribute.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long sum = 7, most = -1;
  double real = 1;
#pragma omp parallel reduction(+ : sum, real) reduction(max : most)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      sum += x[i];
      if (x[i] > most)
        most = x[i];
    }
#pragma omp for schedule(dynamic, 11)
    for (int i = 0; i < N; i++) {
      sum -= i;
      real += a[i];
      if (2 * x[i] > most)
        most = 2 * x[i];
    }
  }
  printf("%ld %ld\n~ %.10g\n", sum, most, real);
  show("end");
}
