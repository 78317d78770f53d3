// A private array of the region is written before it is read in each iteration of two loops.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
    double v[4];
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 4; k++)
        v[k] = a[i] * k;
      c[i] = v[0] + v[1] + v[2] + v[3];
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      v[0] = c[i];
      v[1] = b[i];
      a[i] = v[0] - v[1];
    }
  }
  show("end");
}
