// Tasks that stand in a region of many threads are those threads' business.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_omp_task(
void g(int);
void f(int n) {
#pragma omp parallel
  {
    g(n);
// REMARK: :[[@LINE+1]]:1: remark: task left to libomp: the tasks stand in a parallel region that libomp runs [-Rpass-missed=tactus]
#pragma omp task
    g(n + 1);
  }
}
