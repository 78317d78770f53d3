// A start that is not known, and <=.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
void add(int first, int last, int *x) {
#pragma omp parallel for
  for (int i = first; i <= last; i++)
    x[i] += 1;
}
