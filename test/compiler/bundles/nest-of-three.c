// Inlining composes bundles: in the one function that a nest becomes, every call that may poll lists every loop around
// it, outermost first. A loop around a call is executing its iteration; one that polls is about to.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// Two slots in one frame; the innermost loop polls in its slice, when the credit does not pay for all of it:
// CHECK-LABEL: define internal {{.*}}void @f.slice(
// CHECK-DAG: call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) {{.*}}[ "deopt"(i64 2, i64 %{{[0-9]+}}, ptr %[[OUTER:[0-9]+]]) ]
// CHECK-DAG: call {{.*}}void @f.slice.{{[0-9]+}}({{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[OUTER]], i64 1, i64 %{{[0-9]+}}, ptr %[[MIDDLE:[0-9]+]]) ]
// CHECK-DAG: call void @tactus_join(ptr nonnull %[[MIDDLE]]) {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[OUTER]]) ]
// CHECK-DAG: call void @tactus_join(ptr nonnull %[[OUTER]]) {{.*}}[ "deopt"() ]
void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
#pragma omp parallel for
      for (int k = 0; k < n; k++)
        x[(i * n + j) * n + k] *= 2;
}
