// A branch in the body, to be made a mask.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void clamp(int n, float limit, float *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      x[i] = limit;
}
