// A region that one thread runs is a call, between two that say where tasks may be promoted.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc"
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK 

void work(int i);
void f(int n) {
// CHECK: call void @tactus_tasks_enter(ptr %tasks, i32 0)
// CHECK: call void @f.omp_outlined.region(i64 0,
// CHECK: call void @tactus_tasks_leave(ptr %tasks)
// REMARK: :[[@LINE+1]]:1: remark: parallel region converted: one thread runs it, and its tasks are forks [-Rpass=tactus]
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    work(i);
  }
}
