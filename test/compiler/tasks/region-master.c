// `master` chooses one thread as well.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc"
void work(int i);
void f(int n) {
// CHECK: call void @tactus_tasks_enter(
#pragma omp parallel
#pragma omp master
  work(n);
}
