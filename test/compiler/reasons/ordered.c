// `ordered` runs its block in the order of the iterations.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop is ordered [-Rpass-missed=tactus]
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    x[0] += i;
  }
}
