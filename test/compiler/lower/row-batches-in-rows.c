// Rows of rows: the credit is asked for several only where there are four or more, since it is asked again for each outer
// row.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@slices.slice(
// CHECK: %[[SEVERAL:[0-9]+]] = icmp uge i64 %[[LEFT:[0-9]+]], 4
// CHECK-NEXT: br i1 %[[SEVERAL]], label %[[ASK:[0-9]+]], label
// CHECK: [[ASK]]:
// CHECK-NEXT: %{{[0-9]+}} = call i64 @llvm.umin.i64(i64 %[[LEFT]], i64 [[#ROWS_AT_A_TIME:]])
// The rows of a slice that is a task are asked for once.
// CHECK-LABEL: define internal {{.*}}@slices.slice.{{[0-9]+}}(
// CHECK-NOT: icmp uge i64 %{{[0-9]+}}, 4
// CHECK: call i64 @llvm.umin.i64(i64 %{{[0-9]+}}, i64 [[#ROWS_AT_A_TIME]])
// CHECK-LABEL: define internal {{.*}}@slices.run.{{[0-9]+}}(
void slices(long n, const long *fibers, const long *entries, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
#pragma omp parallel for
    for (long f = fibers[i]; f < fibers[i + 1]; f++) {
      double sum = 0;
#pragma omp parallel for reduction(+ : sum)
      for (long e = entries[f]; e < entries[f + 1]; e++)
        sum += x[e];
      y[f] = sum;
    }
}
