// Clang captures shared variables by reference. Scalars that the region only reads reach the slice by value: were their
// address recorded for promotion, the serial loop would load them anew in every iteration.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, i32 %{{[0-9]+}}, ptr %{{[0-9]+}}, i64 %{{[0-9]+}}, double %{{[0-9]+}}) {{.*}}[ "deopt"() ]
// CHECK: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3, i32 %n, ptr %x, i64 %offset, double %factor)
// The slot holds the values themselves.
// CHECK-DAG: store i32 %n, ptr %{{[0-9]+}}
// CHECK-DAG: store double %factor, ptr %{{[0-9]+}}
// CHECK-DAG: store i64 %offset, ptr %{{[0-9]+}}
void f(int n, double *x, double factor, long offset) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i + offset] *= factor;
}
