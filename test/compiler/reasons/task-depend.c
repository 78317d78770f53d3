// The order that dependences ask for is libomp's, also for the other tasks of the function.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: store atomic i32 1, ptr @tactus_libomp_tasks
// CHECK: call {{.*}}@__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: a task or taskwait has a depend clause [-Rpass-missed=tactus]
#pragma omp task depend(out : x[0])
  g(x);
#pragma omp taskwait
}
