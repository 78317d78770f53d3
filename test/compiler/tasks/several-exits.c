// A rest that ends at one of two syncs says at which.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc"
static int w(int i) { return i * 3; }
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @tactus_fork_join(
// CHECK: switch i64
// CHECK-LABEL: define internal void @f.rest(
// CHECK-DAG: store i64 0, ptr
// CHECK-DAG: store i64 1, ptr
int f(int n) {
  int a, r;
#pragma omp task shared(a)
  a = w(n);
  if (w(n + 1) > 7) {
#pragma omp taskwait
    r = a + 1;
  } else {
#pragma omp taskwait
    r = a * 5;
  }
  return r;
}
