// Waiting for tasks is the business of whoever has created them.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the region creates or waits for tasks [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i]++;
#pragma omp taskwait
  }
}
