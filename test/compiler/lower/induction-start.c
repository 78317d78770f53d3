// The induction variable of a short inner loop begins where the program's does, so that addresses and the unroller's
// remainder are those of the sequential loop.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.slice(
// CHECK: %[[START:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[END:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[K:[a-z0-9.]+]] = phi i64 [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ], [ %[[START]], %{{.*}} ]
// CHECK: getelementptr inbounds {{(nuw )?}}double, ptr %{{.*}}, i64 %[[K]]
// CHECK: %[[NEXT]] = add {{.*}}i64 %[[K]], 1
// CHECK: icmp eq i64 %[[NEXT]], %[[END]]
void f(long n, const long *starts, const double *x, const double *w, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[2 * i]; k < starts[2 * i + 1]; k++)
      sum += x[k] * w[k];
    y[i] = sum;
  }
}
