// Without nowait a barrier follows the loop inside the region. A slice does not wait there: the join is the barrier.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @with.slice(
// CHECK: call void @tactus_join(
// CHECK-LABEL: define internal void @without.slice(
// CHECK: call void @tactus_join(
// REMARK: :[[@LINE+3]]:1: remark: parallel loop converted
void with(int n, double *x) {
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
// REMARK: :[[@LINE+3]]:1: remark: parallel loop converted
void without(int n, double *x) {
#pragma omp parallel
#pragma omp for nowait
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
