// Explicit tasks wait for nobody but the barrier of their region, which is libomp's.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
// REMARK: :[[@LINE+5]]:1: remark: task left to libomp: the tasks stand in a parallel region that libomp runs [-Rpass-missed=tactus]
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the region creates or waits for tasks [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp task
    x[i]++;
  }
}
