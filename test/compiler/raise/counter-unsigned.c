// An unsigned counter's trip count may not fit a signed one: the bound is widened with zeros before it is compared.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: %.omp.iv = alloca i32
// CHECK: %[[LAST:.*]] = load i32, ptr %.omp.ub
// CHECK: %[[WIDE:.*]] = zext i32 %[[LAST]] to i64
// CHECK: %[[TRIPS:.*]] = add i64 %[[WIDE]], 1
// CHECK: call i64 @llvm.umin.i64(i64 %1, i64 %[[TRIPS]])
// The counter in the bundle is widened in the same way.
// CHECK-NOT: {{sext i32|icmp s.. i32}}
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(unsigned n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    x[i] *= 2;
}
