// Private copies of a task reduction are kept by libomp.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: call {{.*}}@__kmpc_taskred_init(
int g(int);
int f(int n) {
  int sum = 0;
// REMARK: remark: task left to libomp: a task takes part in a reduction [-Rpass-missed=tactus]
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum += g(n);
  }
  return sum;
}
