// An atomic update beside the loop is counted once a thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp atomic
    x[n]++;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
