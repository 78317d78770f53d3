// The loops stand in branches of the region's own code.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  for (int round = 0; round < 6; round++) {
    if (round % 2 == 0) {
#pragma omp for
      for (int i = 0; i < N; i++)
        x[i] += round;
    } else {
#pragma omp for schedule(dynamic, 100)
      for (int i = 0; i < N; i++)
        y[i] += x[i];
    }
  }
  show("end");
}
