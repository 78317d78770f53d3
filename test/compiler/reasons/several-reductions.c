// One reduction of the region and another of the loop inside: two combinations, at different places.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int sum = 0, product = 1;
// REMARK: :[[@LINE+1]]:1: remark: parallel region runs in phases: the region has more than one reduction clause [-Rpass-missed=tactus]
#pragma omp parallel reduction(+ : sum)
#pragma omp for reduction(* : product)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    product *= 2;
  }
  return sum + product;
}
