// A guaranteed tail call has no frame to record: what it would carry is its caller's, which is gone.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -c -o /dev/null %s
int unknown(int value);

// CHECK-LABEL: define internal i32 @through(
// CHECK: musttail call i32 @unknown(i32 noundef %{{[0-9a-z]+}}), !dbg
__attribute__((noinline)) static int through(int value) { __attribute__((musttail)) return unknown(value); }

void f(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = through(x[i]);
}
