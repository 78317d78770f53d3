// Arrays that are not captured: their sizes and alignments stay known.
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -fno-math-errno
// RUN: %python %S/compare.py %clang %tactus-clang %s -O3 -mavx2 -mfma -ffast-math
// RUN: %python %S/compare.py %clang %tactus-clang %s -O2
enum { Size = 1000 };
double a[Size], b[Size];

void add(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}
