// Code beside the loop runs once a thread. It is executed once where that comes to the same; a function that nobody
// knows may count its calls.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @call(
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK-LABEL: define {{.*}}void @store(
// CHECK: call void @store.slice(
// CHECK-LABEL: define {{.*}}void @repeat(
// CHECK: call void @repeat.slice(
void g(void);
void call(int n, double *x) {
// REMARK-DAG: :[[@LINE+1]]:1: remark: parallel region runs in phases unless a callee is in the way: every thread of the region calls a function that may do something once a thread [-Rpass-missed=tactus]
#pragma omp parallel
  {
// REMARK-DAG: :[[@LINE+1]]:5: remark: in the way of its parallel region: every thread of the region calls a function
    g();
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
  }
}
void store(int n, double *x) {
#pragma omp parallel
  {
// REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
    x[n] = 1;
  }
}
void repeat(int n, double *x) {
#pragma omp parallel
  for (int round = 0; round < 10; round++)
// REMARK-DAG: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] *= 2;
}
