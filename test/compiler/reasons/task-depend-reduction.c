// Copies of a task reduction belong to strands, and a deferred task is on none of its creator's.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x, int n, int sum) {
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < n; i++) {
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: tasks with dependences stand beside a task reduction [-Rpass-missed=tactus]
#pragma omp task depend(inout : x[0])
    g(x);
  }
  x[0] += sum;
}
