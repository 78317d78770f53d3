// What keeps clang's computation: loops that start where an outer one is, loops with loops inside, no optimisation, and
// a plain loop, whose count is the variable.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %clang -fopenmp -O0 -DPLAIN -fno-discard-value-names -S -emit-llvm -o - %s | %convert | FileCheck %s --check-prefix=NONE
#ifndef PLAIN

// CHECK-LABEL: define internal void @triangle.slice(
// CHECK: omp.inner.for.body:
// CHECK: div
// CHECK: omp.inner.for.inc{{[0-9]*}}:
void triangle(int n, int *restrict *x) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      x[i][j] = i * j;
}

void callee(int i, int j);

// CHECK-LABEL: define internal void @nest.slice(
// CHECK: omp.inner.for.body:
// CHECK: div
// CHECK: omp.inner.for.inc{{[0-9]*}}:
void nest(int n, int m) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      callee(i, j);
}

// CHECK-LABEL: define internal void @plain.slice(
// CHECK: omp.inner.for.body:
// CHECK: mul {{.*}}i32 %{{.*}}, 1
// CHECK: omp.inner.for.inc{{[0-9]*}}:
void plain(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
#endif

// NONE-LABEL: define internal void @unoptimised.slice(
// NONE: omp.inner.for.body:
// NONE: mul {{.*}}i32 %{{.*}}, 2
// NONE: omp.inner.for.inc{{[0-9]*}}:
void unoptimised(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 2)
    x[i] = i;
}
