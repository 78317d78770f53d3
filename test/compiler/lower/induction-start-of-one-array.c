// With one array the optimiser folds the start into its address. The variable begins there all the same.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.slice(
// CHECK: %[[START:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[END:[0-9]+]] = load i64, ptr %arrayidx
// CHECK: %[[K:[a-z0-9.]+]] = phi i64 [ %[[NEXT:[a-z0-9.]+]], %{{.*}} ], [ %[[START]], %{{.*}} ]
// CHECK: getelementptr double, ptr %{{.*}}, i64 %[[K]]
// CHECK: %[[NEXT]] = add {{.*}}i64 %[[K]], 1
// CHECK: icmp eq i64 %[[NEXT]], %[[END]]
void f(long n, const long *starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[2 * i]; k < starts[2 * i + 1]; k++)
      sum += x[k];
    y[i] = sum;
  }
}

// Elements of different sizes are not counted alike: the count stays.
// CHECK-LABEL: define internal {{.*}}@bytes.slice(
// CHECK: phi i64 [ %{{.*}}, %{{.*}} ], [ 0, %{{.*}} ]
void bytes(long n, const long *starts, const char *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    const double *row = (const double *)(x + starts[2 * i]);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = 0; k < starts[2 * i + 1]; k++)
      sum += row[k];
    y[i] = sum;
  }
}
