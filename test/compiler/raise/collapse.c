// Two loops are one iteration space, whose size may need 64 bits: the counter is a word and there is one descriptor.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK: @tactus.loop = internal global
// CHECK-NOT: @tactus.loop.1
// CHECK-LABEL: define internal void @f.slice(
// CHECK: %[[IV:.omp.iv]] = alloca i64
// CHECK: %[[NOW:.*]] = load i64, ptr %[[IV]]
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) {{.*}}[ "deopt"(i64 2, i64 %{{.*}}, ptr %tactus.slot) ]
void f(int n, int m, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] *= 2;
}
