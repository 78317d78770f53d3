// `parallel for simd`, without which an alias check would be needed.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void scatter(int n, const int *index, double *x, const double *y) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    x[i] = x[i] * y[i] + index[i];
}
