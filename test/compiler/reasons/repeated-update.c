// What every thread adds beside the loops adds up: an atomic update counts threads.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: every thread of the region executes a critical construct, an atomic update or a volatile access, which adds up [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp atomic
    x[n]++;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
}
