// What an iteration leaves in the region's private variable the thread's next one finds: stays.
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(1)
  {
    long t = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = t++;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += y[i];
  }
  show("end");
}
