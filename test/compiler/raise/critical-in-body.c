// The lock of a critical section in the body stays a lock: it is the one call of the OpenMP runtime that is left.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: define internal void @f.slice(
// CHECK: %[[THREAD:.*]] = call i32 @__kmpc_global_thread_num(
// CHECK: call void @__kmpc_critical(ptr @{{.*}}, i32 %{{.*}}, ptr @.gomp_critical_user_.var)
// CHECK: call void @__kmpc_end_critical(
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    x[0] += i;
}
