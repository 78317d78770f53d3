// A recursive function with orphaned constructs: the region stays.
// LEFT: *
#include "region_arrays.h"

static void halve(int n) {
  if (n < 100)
    return;
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i]++;
  halve(n / 2);
}

int main(void) {
  fill();
#pragma omp parallel
  {
    halve(N);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  show("end");
}
