// A reduction by comparison, of which clang writes the private copy's start value.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
int maximum(int n, const int *x) {
  int most = 0;
#pragma omp parallel for reduction(max : most)
  for (int i = 0; i < n; i++)
    most = x[i] > most ? x[i] : most;
  return most;
}
