// One thread creates tasks between the region's loops, each for a block; the barrier behind them completes all.
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  for (int step = 0; step < 3; step++) {
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = (x[i] * 3 + step) % 1009;
#pragma omp single
    for (int block = 0; block < N; block += 1000) {
#pragma omp task firstprivate(block)
      for (int i = block; i < block + 1000; i++)
        y[i] = (y[i] + x[N - 1 - i]) % 1013;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = (x[i] + y[N - 1 - i]) % 1019;
  }
  show("end");
}
