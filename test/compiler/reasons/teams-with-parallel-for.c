// A parallel loop that every team runs in full.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
#pragma omp teams
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the loop belongs to a teams or distribute construct [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}
