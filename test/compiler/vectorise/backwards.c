// Counting down: clang subtracts its count, which goes up.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void backwards(int n, float *x) {
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    x[i] += 1;
}

void word(long n, float *x) {
#pragma omp parallel for
  for (long i = n; i > 0; i -= 1)
    x[i] += 1;
}

void unsignedDown(unsigned n, float *x) {
#pragma omp parallel for
  for (unsigned i = n; i > 0; i--)
    x[i] += 1;
}

void notEqual(int n, float *x) {
#pragma omp parallel for
  for (int i = n; i != 0; i--)
    x[i] += 1;
}
