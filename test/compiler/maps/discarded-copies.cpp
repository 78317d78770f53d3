// Two units may emit the same inline function; the linker keeps one copy. Maps share the function's COMDAT group, so
// that those of the discarded copy go with it.
// RUN: %tactus-clangxx -fopenmp -O0 -c -o %t1.o %s
// RUN: %tactus-clangxx -fopenmp -O0 -DOTHER -c -o %t2.o %s
// RUN: llvm-readelf --section-groups %t1.o | FileCheck %s --check-prefix=GROUP
// RUN: %tactus-clangxx -fopenmp %t1.o %t2.o -o %t
// RUN: env TACTUS_WORKERS=2 TACTUS_CHAOS=3 %t | FileCheck %s --check-prefix=OUTPUT

// GROUP: COMDAT group section [{{.*}}] `.group' [_Z6calleriPd]
// GROUP: .text._Z6calleriPd
// GROUP: tactus_maps
#include <cstdio>
void scale(int n, double *x);
void other(int n, double *x);

inline void caller(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    scale(10, x + 10 * i);
}

#ifdef OTHER
void other(int n, double *x) { caller(n, x); }
#else
void scale(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
int main() {
  static double x[1000];
  for (double &value : x)
    value = 1;
  for (int round = 0; round < 3; round++) {
    caller(100, x);
    other(100, x);
  }
  double sum = 0;
  for (double value : x)
    sum += value;
  // OUTPUT: 64000
  std::printf("%g\n", sum);
}
#endif
