// Calls of libomp in a task that creates none itself ask for the thread's number anew: the task is a call, and its
// first argument says nothing.
// RUN: %raw %s | %convert | FileCheck %s
int g(int);
// CHECK-LABEL: define internal {{.*}}@.omp_task_entry.(
// CHECK: %[[THREAD:.*]] = call i32 @__kmpc_global_thread_num(ptr null)
// CHECK: call void @__kmpc_critical({{.*}}, i32 %[[THREAD]],
void f(int n, int *sum) {
#pragma omp task
  {
    int x = g(n);
#pragma omp critical
    *sum += x;
  }
  g(n);
}
