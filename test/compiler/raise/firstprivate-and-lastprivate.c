// A task may start after the last iteration has been run and written the original. So the value that firstprivate
// reads is taken where the loop is entered and handed to every task: an argument that follows the captures.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: @tactus.loop = internal global {{.*}} i32 {{[0-9]+}}, i32 1, i32 4, i32 9,
// CHECK-LABEL: define {{.*}}i32 @f(
// CHECK: %[[NOW:.*]] = load i32, ptr %v
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, {{.*}}, i32 %[[NOW]]) {{.*}}[ "deopt"() ]
// CHECK-LABEL: define internal void @f.slice(
// CHECK-SAME: ptr {{[^,]*}} %v, {{.*}}i32 %[[SNAPSHOT:[0-9]+]])
// CHECK: store i32 %[[SNAPSHOT]], ptr %v{{[0-9]+}}
// CHECK-LABEL: define internal void @f.run(
// CHECK: %[[FIELD:.*]] = getelementptr inbounds {{(nuw )?}}i64, ptr %2, i64 3
// CHECK: %[[KEPT:.*]] = load i32, ptr %[[FIELD]]
// CHECK: call void @f.slice({{.*}}, i32 %[[KEPT]]) [ "deopt"() ]
int f(int n, int *x, int v) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for firstprivate(v) lastprivate(v)
  for (int i = 0; i < n; i++) {
    v = x[i];
    x[i] += v;
  }
  return v;
}
