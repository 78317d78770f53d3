// A barrier beside the loop separates nothing where there is no other code, and its waiting is the join's. With code
// that it separates from the loop the region stays.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @alone(
// CHECK: call void @alone.slice(
// CHECK-LABEL: define {{.*}}void @separating(
// CHECK: call {{.*}}@__kmpc_fork_call(
void alone(int n, int *x) {
#pragma omp parallel
  {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp barrier
  }
}
void separating(int n, int *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel region left to libomp: the parallel region holds code of its own beside the loop, which every thread would run [-Rpass-missed=tactus]
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp barrier
    x[n] = 1;
  }
}
