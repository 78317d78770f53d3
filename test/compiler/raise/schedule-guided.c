// As dynamic: the loop around dispatch_next is cut.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0,
// CHECK-LABEL: define internal void @f.slice(
// The bounds are the slice's own, whatever the schedule would have given to a thread.
// CHECK: call i64 @llvm.umin.i64(i64 %1,
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
// CHECK: call void @tactus_join(
void f(int n, double *x) {
// REMARK: schedule-guided.c:[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
