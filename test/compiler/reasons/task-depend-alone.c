// A function that creates a task for its caller would wait for it at its end, so libomp runs the task.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: what may run beside a task with dependences stands in the function's caller [-Rpass-missed=tactus]
#pragma omp task depend(out : x[0])
  g(x);
}
