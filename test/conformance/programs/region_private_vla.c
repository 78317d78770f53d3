// A private array of variable length, whose copies for tasks nobody could make: stays.
// LEFT: private variable
// NEEDS-OPENMP
#include "region_arrays.h"

static __attribute__((noinline)) void smooth(int width) {
#pragma omp parallel
  {
    long window[width];
#pragma omp for
    for (int i = 0; i < N - width; i++) {
      for (int k = 0; k < width; k++)
        window[k] = x[i + k];
      for (int k = width - 1; k > 0; k--)
        window[k - 1] += window[k];
      y[i] += window[0];
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < width; k++)
        window[k] = y[i] * k;
      c[i] = (double)window[width - 1];
    }
  }
}

int main(void) {
  fill();
  smooth(17);
  smooth(40);
  show("end");
}
