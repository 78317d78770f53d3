// A region without a loop to share is run by every thread.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the parallel region holds no worksharing loop [-Rpass-missed=tactus]
#pragma omp parallel
#pragma omp atomic
  x[0]++;
}
