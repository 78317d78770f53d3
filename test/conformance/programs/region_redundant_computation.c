// Every thread computes private values from shared ones, with the library's functions and one of its own.
// FLAGS: -lm
// CONVERTED: 3
#include "region_arrays.h"
#include <math.h>

static double scaled(int n) { return n % 7 ? n * 0.5 : 1; }

int main(void) {
  fill();
#pragma omp parallel
  {
    double scale = scaled(N) + floor(sqrt(a[5]));
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] = a[i] * scale;
#pragma omp barrier
    scale = scale + c[3];
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += scale;
  }
  show("end");
}
