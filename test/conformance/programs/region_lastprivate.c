// lastprivate at loops of a region, read behind the barrier.
// CONVERTED: 4
#include "region_arrays.h"

int main(void) {
  fill();
  long last = 0;
#pragma omp parallel
  {
#pragma omp for lastprivate(last)
    for (int i = 0; i < N; i++)
      last = x[i] + i;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = last;
#pragma omp for lastprivate(last) schedule(static, 3)
    for (int i = 0; i < N - 5; i++)
      last = i;
  }
  printf("%ld\n", last);
  show("end");
}
