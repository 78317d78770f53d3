// Calls of libomp that stay ask for the number of the thread that they run on.
// RUN: %raw %s | %convert | FileCheck %s
static int w(int i) { return i * 3; }
int sum;
// CHECK-LABEL: define internal void @f.rest(
// CHECK: [[THREAD:%.*]] = call i32 @__kmpc_global_thread_num(
// CHECK: call void @__kmpc_critical(ptr {{.*}}, i32 [[THREAD]],
void f(int n) {
  int a;
#pragma omp task shared(a)
  a = w(n);
#pragma omp critical
  sum += w(n + 1);
#pragma omp taskwait
  sum += a;
}
