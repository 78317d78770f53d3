// Rows whose bounds stand in an array are charged up to 64 at a time, and those that are paid for are the sequential
// program: a copy without charges, polls and bundles.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@sparse.slice(
// CHECK: phi i64
// CHECK: phi i64
// CHECK: %[[WEIGHT:.*]] = phi i64
// CHECK: %[[ROW:.*]] = phi i64
// CHECK-NEXT: %[[CREDIT:.*]] = phi i64
// CHECK: %[[FIRST:.*]] = load i64, ptr
// CHECK: %[[BOUND:.*]] = load volatile i64
// CHECK: %[[LEFT:.*]] = sub i64 %[[BOUND]], %[[ROW]]
// CHECK: %[[COUNT:.*]] = {{.*}}call i64 @llvm.umin.i64(i64 %[[LEFT]], i64 [[#ROWS_AT_A_TIME:]])
// CHECK: %[[NEXT:.*]] = load i64, ptr
// CHECK: %[[TOTAL:.*]] = sub i64 %[[NEXT]], %[[FIRST]]
// CHECK: %[[SIZE:.*]] = {{.*}}call i64 @llvm.abs.i64(i64 %[[TOTAL]], i1 false)
// CHECK: %[[LENGTH:.*]] = {{.*}}call i64 @llvm.smax.i64(i64 %[[SIZE]], i64 %[[COUNT]])
// CHECK: %[[PRICE:.*]] = mul i64 %[[LENGTH]], %[[WEIGHT]]
// CHECK: %[[REST:.*]] = sub i64 %[[CREDIT]], %[[PRICE]]
// CHECK: %[[PAID:.*]] = icmp sge i64 %[[REST]], 0
// CHECK: br i1 %[[PAID]], label %[[ROWS:[0-9]*]], label
// CHECK: [[ROWS]]:
// CHECK-NEXT: br label %[[COPY:[0-9]*]]
// After the paid rows, there may be more.
// CHECK: %[[AGAIN:.*]] = load volatile i64
// CHECK: icmp ult i64 %{{.*}}, %[[AGAIN]]
// Rows that are charged one by one:
// CHECK: @tactus_poll(
// CHECK: @sparse.slice.
// And those that are paid for, with one variable:
// CHECK: [[COPY]]:
// CHECK-NEXT: phi i64
// CHECK-NOT: phi i64 {{.*}}[[ROWS]]
// CHECK-NOT: volatile
// CHECK-NOT: @tactus_poll
// CHECK-NOT: @sparse.slice.
// CHECK-LABEL: define internal {{.*}}@sparse.run(
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

// With counters of 32 bits, and two arrays of rows.
// CHECK-LABEL: define internal {{.*}}@two.slice(
// CHECK: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 [[#ROWS_AT_A_TIME]])
// CHECK: call i64 @llvm.smax.i64(
// CHECK: call i64 @llvm.smax.i64(
// CHECK-LABEL: define internal {{.*}}@two.run(
void two(int n, const int *in, const int *out, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int begin = in[i], end = in[i + 1], other = out[i], last = out[i + 1];
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = begin; k < end; k++)
      sum += x[k];
#pragma omp parallel for reduction(- : sum)
    for (int k = other; k < last; k++)
      sum -= x[k];
    y[i] = sum;
  }
}

// Rows of one length need no array.
// CHECK-LABEL: define internal {{.*}}@dense.slice(
// CHECK: %[[COUNT:.*]] = {{.*}}call i64 @llvm.umin.i64(i64 %{{.*}}, i64 [[#ROWS_AT_A_TIME]])
// CHECK: %[[LENGTH:.*]] = mul i64 %{{[0-9]*}}, %[[COUNT]]
// CHECK: call i64 @llvm.smax.i64(i64 %[[LENGTH]], i64 %[[COUNT]])
// CHECK-LABEL: define internal {{.*}}@dense.run(
void dense(long n, long m, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp parallel for
    for (long k = 0; k < m; k++)
      x[i * m + k] *= 2;
  }
}

// What a row will cost is known in the row only; its neighbour says nothing.
// CHECK-LABEL: define internal {{.*}}@pairs.slice(
// CHECK-NOT: i64 [[#ROWS_AT_A_TIME]])
// CHECK-LABEL: define internal {{.*}}@pairs.run(
void pairs(long n, const long *starts, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp parallel for
    for (long k = starts[2 * i]; k < starts[2 * i + 1]; k++)
      x[k] *= 2;
  }
}

// The array may end at a row that does not come to its end. (A row with such a call has a price of its own, too.)
// CHECK-LABEL: define internal {{.*}}@endless.slice(
// CHECK-NOT: i64 [[#ROWS_AT_A_TIME]])
// CHECK-LABEL: define internal {{.*}}@endless.run(
static __attribute__((noinline)) double shrink(double value) {
  for (;;) {
    if (value < 1)
      return value;
    value /= 3;
  }
}
void endless(long n, const long *starts, double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    long begin = starts[i], end = starts[i + 1];
    y[i] = shrink(y[i]);
#pragma omp parallel for
    for (long k = begin; k < end; k++)
      x[k] *= 2;
  }
}

// The inner loop is charged several times in a row.
// CHECK-LABEL: define internal {{.*}}@repeated.slice(
// CHECK-NOT: i64 [[#ROWS_AT_A_TIME]])
// CHECK-LABEL: define internal {{.*}}@repeated.run(
void repeated(long n, long m, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (int t = 0; t < 100; t++) {
#pragma omp parallel for
      for (long k = 0; k < m; k++)
        x[i * m + k] *= 2;
    }
}
