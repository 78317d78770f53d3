// num_threads is an upper limit for the strands that run the loop at a time: it is stored in the slot and handed on to
// tasks. The call that would have set it for libomp goes, or libomp would apply it to a later region.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define {{.*}}void @f(
// CHECK: %[[LIMIT:.*]] = zext i32 %{{.*}} to i64
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 %[[LIMIT]],
// CHECK-LABEL: define internal void @f.slice(i64 %0, i64 %1, ptr %2, i64 %3,
// CHECK: %[[WORD:.*]] = getelementptr inbounds {{(nuw )?}}i64, ptr %tactus.slot, i64 4
// CHECK: store i64 %3, ptr %[[WORD]]
void f(int n, double *x, int threads) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
