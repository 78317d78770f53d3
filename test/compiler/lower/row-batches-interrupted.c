// Loops that wait for interrupts have batches of rows as well: 256 short ones are the sequential program, and the row
// behind them is one with a point.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-beat=interrupt -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@sparse.slice(
// CHECK: %[[LONELY:[0-9]+]] = phi i1 [ false, %{{.*}} ], [ true, %{{.*}} ]
// CHECK: load volatile i64
// CHECK: %[[COUNT:[0-9]+]] = {{.*}}call i64 @llvm.umin.i64(i64 %{{.*}}, i64 256)
// CHECK: %[[LENGTH:[0-9]+]] = {{.*}}call i64 @llvm.smax.i64(i64 %{{.*}}, i64 %[[COUNT]])
// CHECK: %[[SHORT:[0-9]+]] = icmp ule i64 %[[LENGTH]], %[[STRIP:[0-9]+]]
// CHECK: %[[ANY:[0-9]+]] = icmp ne i64 %[[COUNT]], 0
// CHECK: and i1
// CHECK: and i1 %{{.*}}, %[[LONELY]]
// CHECK: br i1 %{{.*}}, label %[[ROWS:[0-9]*]], label
// A row by itself: it asks whether it is longer than a strip, and has a point behind it.
// CHECK: icmp ugt i64 %{{.*}}, %[[STRIP]]
// CHECK: callbr void asm
// CHECK: call {{.*}}@tactus_beat(
// Rows of a batch:
// CHECK-NOT: callbr
// CHECK: fadd double
// CHECK-NOT: callbr
// CHECK: ret void
void sparse(long n, const long *starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] = sum;
  }
}

// Nothing is known of how long the row's other loop takes: it has a point before the row, and no batches.
// CHECK-LABEL: define internal {{.*}}@unbounded.slice(
// CHECK-NOT: i64 256)
// CHECK-LABEL: define internal {{.*}}@unbounded.run(
void unbounded(long n, long m, const long *starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long t = 0; t < m; t++)
      y[i] = 1 / (1 + y[i]);
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] += sum;
  }
}
