// An unsigned counter may wrap around in the serial build; the converted loop has to be as good.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void counter(unsigned n, float *x) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    x[i] += 1;
}
