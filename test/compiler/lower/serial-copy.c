// The innermost loop of a nest is run by a copy of its slice that is the sequential loop: with credit for all iterations
// there is neither a chunk nor a join behind it. Without, the slice takes over.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s --check-prefix=OPTIMISED

// CHECK: define internal void @f.serial(
// CHECK: %[[PRICE:[0-9]+]] = mul i64
// CHECK-NEXT: %[[REST:[0-9]+]] = sub i64 %[[CREDIT:[0-9]+]], %[[PRICE]]
// CHECK: %[[USED:[0-9]+]] = icmp slt i64 %[[REST]], 0
// CHECK-NEXT: br i1 %[[USED]], label %[[POLLED:[0-9]+]], label %{{[0-9]+}}
// CHECK: [[POLLED]]:
// CHECK: store i64 %[[CREDIT]]
// The result of the reduction is lent to the call:
// CHECK-NEXT: %[[VALUE:[0-9]+]] = load double, ptr %sum
// CHECK-NEXT: store double %[[VALUE]], ptr %[[LENT:[0-9]+]]
// CHECK-NEXT: call void @f.slice.{{[0-9]+}}(i64 %0, i64 %1, ptr %2, i64 %3, {{.*}}ptr %[[LENT]]{{.*}}[ "deopt"() ]
// CHECK-NEXT: %[[RESULT:[0-9]+]] = load double, ptr %[[LENT]]
// CHECK-NEXT: store double %[[RESULT]], ptr %sum
// CHECK-NEXT: ret void
// CHECK-NOT: call void @tactus_join
// CHECK: {{^}}}

// In the nest, the sum is in a register but for that call.
// OPTIMISED-LABEL: define internal {{.*}}@f.slice(
// OPTIMISED: store double 0.000000e+00, ptr %[[LENT:[0-9]+]]
// OPTIMISED-NEXT: store i64 %{{.*}}, ptr %{{.*}}, align 8
// OPTIMISED-NEXT: call {{.*}}@f.slice.{{[0-9]+}}({{.*}}ptr {{[a-z ]*}}%[[LENT]]
// OPTIMISED-NOT: store double 0
// OPTIMISED: store double %{{.*}}, ptr %arrayidx
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
