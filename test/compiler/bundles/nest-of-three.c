// Inlining composes bundles: in the one function that a nest becomes, the innermost poll lists every loop around it,
// outermost first. The outer two are executing their iteration; the innermost is about to.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// Three slots in one frame, and the order in which the two outer ones are met:
// CHECK-LABEL: define internal {{.*}}void @f.slice(
// CHECK-DAG: call preserve_mostcc i64 @tactus_poll() {{.*}}[ "deopt"(i64 2, i64 %{{[0-9]+}}, ptr %[[OUTER:tactus.slot[^ ,)]*|[0-9]+]]) ]
// CHECK-DAG: call preserve_mostcc i64 @tactus_poll() {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[OUTER]], i64 2, i64 %{{[0-9]+}}, ptr %[[MIDDLE:tactus.slot[^ ,)]*|[0-9]+]]) ]
// CHECK-DAG: call preserve_mostcc i64 @tactus_poll() {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[OUTER]], i64 1, i64 %{{[0-9]+}}, ptr %[[MIDDLE]], i64 2, i64 %{{[0-9]+}}, ptr %{{tactus.slot[^ ,)]*|[0-9]+}}) ]
void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
#pragma omp parallel for
      for (int k = 0; k < n; k++)
        x[(i * n + j) * n + k] *= 2;
}
