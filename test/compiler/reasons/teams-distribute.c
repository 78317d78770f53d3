// The bounds of a distributed loop come from its team.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_teams(
// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the loop belongs to a teams or distribute construct [-Rpass-missed=tactus]
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    x[i]++;
}
