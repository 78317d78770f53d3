// masked for another thread than the first: nobody executes it in a team of one, so the region stays.
// LEFT: *
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  long shared = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp masked filter(1)
    shared = 3;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += shared;
  }
  show("end");
}
