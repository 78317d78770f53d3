// Calls of libomp in a task that creates none itself ask for the thread's number anew: the task is a call, and its
// first argument says nothing.
// RUN: %raw %s | %convert | FileCheck %s
int g(int);
// CHECK-LABEL: define internal {{.*}}@.omp_task_entry.(
// CHECK: %[[THREAD:.*]] = call i32 @__kmpc_global_thread_num(ptr null)
// CHECK: call ptr @__kmpc_alloc(i32 %[[THREAD]],
#include <omp.h>
void f(int n, int *sum) {
#pragma omp task
  {
    int x[4];
#pragma omp allocate(x) allocator(omp_large_cap_mem_alloc)
    x[n & 3] = g(n);
    *sum += x[g(1) & 3];
  }
  g(n);
}
