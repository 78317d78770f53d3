// Who creates a task may wait for an earlier one, and must not hold a lock meanwhile.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x, int n) {
  for (int i = 0; i < n; i++) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: a task with dependences is created in a function that takes a lock [-Rpass-missed=tactus]
#pragma omp task depend(inout : x[0])
    g(x);
#pragma omp critical
    g(x + 1);
  }
#pragma omp taskwait
}
