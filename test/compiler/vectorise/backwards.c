// Counting down: the normalised counter goes up.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void backwards(int n, float *x) {
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    x[i] += 1;
}
