// A volatile variable is accessed where it is, and as one, though clang itself reads captured ones plainly.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, {{.*}}ptr %flag
// CHECK-LABEL: define internal void @f.slice(
// CHECK: load volatile i32, ptr %flag
void f(int n, int *x) {
  volatile int flag = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = flag;
}
