// `masked` for another thread than the first: in a team of one thread nobody would execute it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the region holds single, master, masked, sections or a barrier [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp masked filter(1)
    x[n] = 1;
  }
}
