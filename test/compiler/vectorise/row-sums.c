// A reduction in the inner loop of a nest.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void rows(int n, int m, const int *in, int *out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += in[i * (long)m + j];
    out[i] = sum;
  }
}
