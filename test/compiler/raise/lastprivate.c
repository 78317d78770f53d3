// Only the slice that ran the last iteration of all may write the original: it is the one whose counter, after the
// loop, equals the trip count. The fork's flag for this, which libomp set, is computed.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: %[[LAST:.*]] = load i32, ptr %.omp.ub
// CHECK: %[[WIDE:.*]] = zext i32 %[[LAST]] to i64
// CHECK: %[[TRIPS:.*]] = add i64 %[[WIDE]], 1
// CHECK: store i32 0, ptr %.omp.is_last
// CHECK: %[[FLAG:.*]] = load i32, ptr %.omp.is_last
// CHECK: icmp ne i32 %[[FLAG]], 0
// CHECK: %[[DONE:.*]] = icmp eq i64 %{{.*}}, %[[TRIPS]]
// CHECK: %[[BIT:.*]] = zext i1 %[[DONE]] to i32
// CHECK: store i32 %[[BIT]], ptr %.omp.is_last
int f(int n, int *x) {
  int last = -1;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = x[i];
    x[i] = 0;
  }
  return last;
}
