// Where the condition is false the task is a plain call.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*@__kmpc_(omp_task[(_]|taskgroup|end_taskgroup)}}"
int out[9];
static void work(int i) { out[i & 7] = i; }
// CHECK-LABEL: define {{.*}}@f(
// CHECK: icmp sgt i32 %n, 4
// CHECK: invoke void @work(
// CHECK: call i32 @.omp_task_entry.
void f(int n) {
#pragma omp task if (n > 4)
  work(n);
  work(n + 1);
#pragma omp taskwait
}
