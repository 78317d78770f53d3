// A binding that belongs to a region on libomp stays, although a converted loop follows.
// RUN: %raw %s | %convert | FileCheck %s

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @__kmpc_push_proc_bind(
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK: call void @f.slice(
void g(void);
void f(int n, double *x) {
#pragma omp parallel proc_bind(close)
  g();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
