// Before a taskwait nothing is left that could run beside the task: an ordinary call.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*@__kmpc_(omp_task[(_]|taskgroup|end_taskgroup)}}" --implicit-check-not="{{= invoke |  invoke }}" --implicit-check-not=tactus_fork
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
int w(int i);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call i32 @w(
int f(int n) {
  int a;
// REMARK: :[[@LINE+1]]:1: remark: task executed where it is created: nothing is left to run beside it before it is waited for [-Rpass-missed=tactus]
#pragma omp task shared(a)
  a = w(n);
#pragma omp taskwait
  return a;
}
