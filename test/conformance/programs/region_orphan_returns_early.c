// A function with the region's loops leaves before it meets them, in all threads or in none.
#include "region_arrays.h"

static long relax(int level) {
  if (level % 3 == 0)
    return 1;
  for (int sweep = 0;; sweep++) {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = (y[i] * 3 + x[i] + level) % 1000;
    if (sweep == level % 4)
      return sweep;
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = (x[i] + y[i]) % 997;
  }
}

int main(void) {
  fill();
  long sweeps = 0;
#pragma omp parallel
  {
    long own = 0;
    for (int level = 0; level < 8; level++)
      own += relax(level);
#pragma omp single
    sweeps = own;
  }
  printf("%ld\n", sweeps);
  show("end");
}
