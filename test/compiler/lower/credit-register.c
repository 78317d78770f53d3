// A nest whose inner loop is short keeps the credit in a register, and the inner loop's weight: the hot path of the outer
// loop has no access to either. The cold calls get the credit and give another, and it is stored when the loop ends.
// RUN: %tactus-clang -fopenmp -O2 -fno-vectorize -fno-unroll-loops -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}@f.slice(
// CHECK: %[[CREDIT:[a-z0-9.]+]] = {{.*}}call {{.*}}@llvm.threadlocal.address.p0(ptr @tactus_credit)
// CHECK-NEXT: load i64, ptr %[[CREDIT]]
// CHECK-NEXT: load atomic i64, ptr {{.*}} unordered
// CHECK-NEXT: load volatile i64
// CHECK-NOT: ptr %[[CREDIT]]
// CHECK-NOT: load atomic
// Without iterations:
// CHECK: store i64 %{{.*}}, ptr %[[CREDIT]]
// CHECK-NEXT: call {{.*}}@tactus_poll(
// CHECK-NEXT: load atomic i64
// CHECK-NOT: ptr %[[CREDIT]]
// CHECK-NOT: load atomic
// Without credit:
// CHECK: store double 0.000000e+00, ptr %[[LENT:[a-z0-9.]+]]
// CHECK-NEXT: store i64 %{{.*}}, ptr %[[CREDIT]]
// CHECK-NEXT: call {{.*}}@f.slice.
// CHECK-NEXT: load atomic i64
// CHECK-NEXT: load i64, ptr %[[CREDIT]]
// CHECK-NOT: ptr %[[CREDIT]]
// CHECK-NOT: load atomic
// CHECK: store double {{.*}}, ptr %arrayidx
// The outer loop ends:
// CHECK: store i64 %{{.*}}, ptr %[[CREDIT]]
// CHECK-NOT: ptr %[[CREDIT]]
// CHECK-LABEL: define internal {{.*}}@f.run(
void f(long n, const long *starts, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long k = starts[i]; k < starts[i + 1]; k++)
      sum += x[k];
    y[i] = sum;
  }
}
