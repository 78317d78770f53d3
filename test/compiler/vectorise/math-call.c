// A call that the vectoriser knows.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
#include <math.h>

void root(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = sqrt(fabs(x[i]));
}
