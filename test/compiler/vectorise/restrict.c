// An inner loop of few iterations is vectorised only if nothing has to be checked before it, which restrict makes sure
// of: in the outlined loops as in the sequential one.
// RUN: %clang -O3 -mavx2 -mfma -S -emit-llvm -o - %s | FileCheck %s
// RUN: %tactus-clang -fopenmp -O3 -mavx2 -mfma -S -emit-llvm -o - %s | FileCheck %s

// CHECK: fmuladd.v4f64
// CHECK: fmuladd.v4f64
// CHECK-NOT: fmuladd.f64
void rows(long n, const long *starts, const unsigned *column, const double *value, const double *restrict c,
          double *restrict a) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (long e = starts[i]; e < starts[i + 1]; e++) {
#pragma omp parallel for
      for (long l = 0; l < 16; l++)
        a[i * 16 + l] += value[e] * c[column[e] * 16l + l];
    }
}
