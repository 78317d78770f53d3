// The plainest loop: the fork becomes a serial call over all iterations, and nothing of the OpenMP runtime is left.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: @[[LOOP:tactus.loop]] = internal global {{.*}} { ptr @f.run, ptr @{{.*}}, ptr @{{.*}}, i32 [[#@LINE+6]], i32 1,
// CHECK-LABEL: define {{.*}}void @f(
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, {{.*}}) {{.*}}[ "deopt"() ]
// CHECK: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3,
void f(int n, double *x) {
// REMARK: schedule-unspecified.c:[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
