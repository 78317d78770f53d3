// Arrays of variable length that are shared, and pointers into them that every thread computes.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  int n = N / 2;
  double work[n];
#pragma omp parallel
  {
    double *half = work + n / 2;
#pragma omp for
    for (int i = 0; i < n / 2; i++) {
      work[i] = a[i];
      half[i] = b[i];
    }
#pragma omp for
    for (int i = 0; i < n; i++)
      c[i] = work[n - 1 - i];
  }
  show("end");
}
