// Time steps: the loop over them is every thread's own, with a private counter, and holds the worksharing loops.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  int step;
#pragma omp parallel private(step)
  for (step = 0; step < 20; step++) {
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma omp for
    for (int i = 1; i < N - 1; i++)
      a[i] = b[i] + step;
  }
  show("end");
}
