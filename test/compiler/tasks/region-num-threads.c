// A team of one thread runs its tasks one after the other: the number is handed on.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc_{{fork|push}}"
void work(int i);
void f(int n) {
// CHECK: call void @tactus_tasks_enter(ptr %tasks, i32 %{{.*}})
#pragma omp parallel num_threads(n)
#pragma omp single
  work(n);
}
