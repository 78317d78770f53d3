// reduction(task, ...) lets explicit tasks take part.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=.slice
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call {{.*}}@__kmpc_fork_call(
int f(int n, const int *x) {
  int sum = 0;
// REMARK: :[[@LINE+2]]:1: remark: task left to libomp: a task takes part in a reduction [-Rpass-missed=tactus]
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the reduction has the task or inscan modifier [-Rpass-missed=tactus]
#pragma omp parallel for reduction(task, + : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}
