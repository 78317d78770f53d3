// A private variable is the slice's own: nothing of it is captured, so the environment holds n and x only.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: @tactus.loop = internal global {{.*}} i32 {{[0-9]+}}, i32 1, i32 2, i32 9,
// CHECK: call void @f.slice(i64 0, i64 -1, ptr null, i64 0, i32 %{{.*}}, ptr %{{.*}}) {{.*}}[ "deopt"() ]
void f(int n, double *x) {
  double square;
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for private(square)
  for (int i = 0; i < n; i++) {
    square = x[i] * x[i];
    x[i] = square + 1;
  }
}
