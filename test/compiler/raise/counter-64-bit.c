// Counters of a word are not narrowed: there is no truncation on the way from the slice's bounds to the loop's.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_" --implicit-check-not="trunc i64"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @signedCounter.slice(
// CHECK: %.omp.iv = alloca i64
// CHECK: store i64 %0, ptr %.omp.lb
// CHECK-LABEL: define internal void @unsignedCounter.slice(
// CHECK: %.omp.iv = alloca i64
// CHECK: icmp ult i64
void signedCounter(long n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] *= 2;
}
void unsignedCounter(unsigned long n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (unsigned long i = 0; i < n; i++)
    x[i] *= 2;
}
