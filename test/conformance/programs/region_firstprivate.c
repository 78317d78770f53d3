// firstprivate at the region and at a loop.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  long p = 3, q = 4;
#pragma omp parallel firstprivate(p)
  {
    p += 2;
#pragma omp for firstprivate(q)
    for (int i = 0; i < N; i++)
      y[i] = x[i] * p + q;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = p;
  }
  printf("%ld\n", q);
  show("end");
}
