// A cancelled loop gives up iterations that a task may be running.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, const int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs as strands: the loop can be cancelled [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i]) {
#pragma omp cancel for
    }
}
