// A function that creates a task for its caller would wait for it at its end, so whoever runs the region has the task.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}@f(
// CHECK: call {{.*}}@tactus_left_task_alloc(
// CHECK: call {{.*}}@__kmpc_omp_task_alloc(
// CHECK: call {{.*}}@tactus.__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: what may run beside a task with dependences stands in the function's caller [-Rpass-missed=tactus]
#pragma omp task depend(out : x[0])
  g(x);
}
