// Sections are not a loop: they may wait for each other, and the reasons' table lists them.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the region holds single, master, masked, sections or a barrier [-Rpass-missed=tactus]
#pragma omp parallel sections
  {
#pragma omp section
    x[0]++;
#pragma omp section
    x[1]++;
  }
}
