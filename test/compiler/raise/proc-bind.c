// proc_bind places threads, and there are none: accepted, and the call that would bind libomp's next region is removed.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for proc_bind(spread)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
