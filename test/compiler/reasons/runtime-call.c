// A call of the OpenMP runtime that the compiler does not know.
// RUN: %raw -fopenmp-version=51 %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks -fopenmp-version=51 %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
void f(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the region calls a part of the OpenMP runtime that has no Tactus counterpart [-Rpass-missed=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i]++;
    if (x[i] < 0) {
#pragma omp error at(execution) severity(warning) message("negative")
    }
  }
}
