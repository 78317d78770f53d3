// The first loop leaves in a private variable what the second reads on the same thread: stays.
// LEFT: private
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    long last = -1;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      last = x[i];
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      y[i] = last;
  }
  show("end");
}
