// Calls of libomp that stay ask for the number of the thread that they run on.
// RUN: %raw %s | %convert | FileCheck %s
static int w(int i) { return i * 3; }
int sum;
// CHECK-LABEL: define internal void @f.rest(
// CHECK: [[THREAD:%.*]] = call i32 @__kmpc_global_thread_num(
// CHECK: call ptr @__kmpc_alloc(i32 [[THREAD]],
#include <omp.h>
void f(int n) {
  int a;
#pragma omp task shared(a)
  a = w(n);
  {
    int x[4];
#pragma omp allocate(x) allocator(omp_large_cap_mem_alloc)
    x[n & 3] = w(n + 1);
    sum += x[w(1) & 3];
  }
#pragma omp taskwait
  sum += a;
}
