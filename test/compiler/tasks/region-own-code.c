// What every thread of a region runs keeps it, and the tasks in it, with libomp.
// RUN: %raw %s | %convert | FileCheck %s
void work(int i);
// CHECK: call {{.*}}@__kmpc_fork_call(
// CHECK: call {{.*}}@__kmpc_omp_task(
void f(int n) {
#pragma omp parallel
  {
    work(n);
#pragma omp single
    {
#pragma omp task
      work(n + 1);
    }
  }
}
