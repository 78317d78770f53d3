// The last assignment in the order of the iterations, wherever it is made.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int last = -1;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: lastprivate(conditional) [-Rpass-missed=tactus]
#pragma omp parallel for lastprivate(conditional : last)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      last = i;
  return last;
}
