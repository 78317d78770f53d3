// The same with an int counter: that start + iv does not overflow must be known to the vectoriser.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void stencil(int n, const float *restrict in, float *restrict out) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}
