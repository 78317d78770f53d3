// Two loops in one region: with nowait, threads go on to the second while others are in the first.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds more than one worksharing loop [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[n + i]++;
  }
}
