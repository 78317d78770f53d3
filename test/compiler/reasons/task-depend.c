// The tasks of a function whose depend clauses have a length that is known at run time only are libomp's, all of them.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: store atomic i32 1, ptr @tactus_libomp_tasks
// CHECK: store atomic i32 1, ptr @tactus_libomp_dependences
// CHECK: call {{.*}}@__kmpc_omp_task_with_deps(
void g(int *x);
void f(int *x, int n) {
// REMARK: :[[@LINE+1]]:1: remark: task left to its region: only at run time it is known how many items a depend clause has [-Rpass-missed=tactus]
#pragma omp task depend(iterator(k = 0 : n), out : x[k])
  g(x);
#pragma omp taskwait
}
