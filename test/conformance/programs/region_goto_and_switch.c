// Jumps and a switch in the region's own code.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
    int round = 0;
  again:
    switch (round % 3) {
    case 0: {
#pragma omp for
      for (int i = 0; i < N; i++)
        x[i] += 1;
      break;
    }
    case 1: {
#pragma omp for
      for (int i = 0; i < N; i++)
        y[i] += x[i];
      break;
    }
    default:
#pragma omp single
      x[0] = round;
    }
    if (++round < 9)
      goto again;
  }
  show("end");
}
