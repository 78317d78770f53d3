// Tasks of a single construct with nowait run beside the loop behind it, and are complete at its barrier.
// CONVERTED: 4
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
#pragma omp single nowait
    for (int k = 0; k < 8; k++) {
#pragma omp task firstprivate(k)
      for (int i = 0; i < N / 8; i++)
        y[k * (N / 8) + i] = i + k;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += 1;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
