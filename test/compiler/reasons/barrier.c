// A barrier beside the loop separates nothing where there is no other code, and its waiting is the join's. Code behind
// it is executed behind the join.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @alone(
// CHECK: call void @alone.slice(
// CHECK-LABEL: define {{.*}}void @separating(
// CHECK: call void @separating.slice(
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
#pragma omp parallel
  {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
#pragma omp barrier
    x[n] = 1;
  }
}
