// The lock of a critical section in the body stays a lock, and libomp is not asked for the thread's number first: only
// where the lock is one of its own.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=ONCE --implicit-check-not=__kmpc_global_thread_num
// ONCE-COUNT-3: @__kmpc_global_thread_num(

// CHECK-LABEL: define internal void @f.slice(
// CHECK: call void @tactus.__kmpc_critical(ptr @{{.*}}, ptr @.gomp_critical_user_.var)
// CHECK: call void @tactus.__kmpc_end_critical(ptr @{{.*}}, ptr @.gomp_critical_user_.var)

// CHECK-LABEL: define linkonce_odr hidden void @tactus.__kmpc_critical(ptr %0, ptr %1)
// CHECK: [[ANSWER:%.*]] = call i32 @tactus_lock_enter(ptr %1)
// CHECK: [[OTHER:%.*]] = icmp eq i32 [[ANSWER]], -1
// CHECK: br i1 [[OTHER]]
// CHECK: [[THREAD:%.*]] = call i32 @__kmpc_global_thread_num(ptr %0)
// CHECK: call void @__kmpc_critical(ptr %0, i32 [[THREAD]], ptr %1)
void f(int n, double *x) {
// REMARK: :[[@LINE+1]]:1: remark: parallel loop converted: leaf loop, polled once a chunk [-Rpass=tactus]
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    x[0] += i;
}
