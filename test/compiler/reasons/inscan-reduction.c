// reduction(inscan, ...) is a prefix sum, which clang makes of two loops and much code between them.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, int *x) {
  int sum = 0;
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp:
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    sum += x[i];
#pragma omp scan inclusive(sum)
    x[i] = sum;
  }
  return sum;
}
