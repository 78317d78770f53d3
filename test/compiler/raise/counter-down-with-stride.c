// The iteration space is normalised by clang whatever the counter does, so a loop that counts down in steps of three is
// cut into slices like any other; the variable is computed where a strip begins and stepped from there.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: add nsw i32 %{{.*}}, -3
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
// CHECK: %[[TRAVELLED:.*]] = mul i32 %{{.*}}, 3
// CHECK: sub {{.*}}i32 %{{.*}}, %[[TRAVELLED]]
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = n; i > 0; i -= 3)
    x[i] *= 2;
}
