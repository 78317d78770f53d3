// A count that the body uses for itself stays: starting elsewhere would add to every use what it saves at others.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.slice(
// CHECK: %[[K:[a-z0-9.]+]] = phi i64 [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ], [ 0, %{{.*}} ]
// CHECK-DAG: %[[NEXT]] = add {{.*}}i64 %[[K]], 1
// CHECK-DAG: = shl {{.*}}i64 %[[K]], 1
void f(long n, const long *starts, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp parallel for
    for (long k = starts[i]; k < starts[i + 1]; k += 2)
      x[k] = (double)k;
  }
}
