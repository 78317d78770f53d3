// An array is passed by reference and copied by every slice, before its first iteration.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="call {{.*}}@__kmpc_"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %table
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}})
void f(int n, double *x) {
  double table[4] = {1, 2, 3, 4};
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for firstprivate(table)
  for (int i = 0; i < n; i++)
    x[i] *= table[i & 3];
}
