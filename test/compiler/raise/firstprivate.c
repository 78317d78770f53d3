// Clang passes a firstprivate scalar by value, as the bits of a word; each slice initialises its own copy from it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, i32 %{{.*}}, ptr %{{.*}}, i64 %{{.*}}) {{.*}}[ "deopt"() ]
// CHECK-LABEL: define internal void @f.run(
// CHECK: %[[FIELD:.*]] = getelementptr inbounds {{(nuw )?}}i64, ptr %2, i64 2
// CHECK: %[[BITS:.*]] = load i64, ptr %[[FIELD]]
// CHECK: call void @f.slice(i64 %0, i64 %1, ptr %3, i64 0, {{.*}}, i64 %[[BITS]]) [ "deopt"() ]
void f(int n, double *x, double scale) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for firstprivate(scale)
  for (int i = 0; i < n; i++)
    x[i] *= scale;
}
