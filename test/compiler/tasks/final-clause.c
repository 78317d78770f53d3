// A final task is entered as one below which nothing is promoted.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*@__kmpc_(omp_task[(_]|taskgroup|end_taskgroup)}}"
void work(int i);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call void @tactus_tasks_enter(ptr %tasks, i32 -1)
// CHECK-NEXT: call i32 @.omp_task_entry.
// CHECK-NEXT: call void @tactus_tasks_leave(ptr %tasks)
// CHECK: call void @work(
void f(int n) {
#pragma omp task final(n < 3)
  work(n);
#pragma omp taskwait
}
