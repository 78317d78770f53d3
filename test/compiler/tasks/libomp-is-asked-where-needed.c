// Code of another file may leave tasks to libomp, so a wait waits there, too, if there are any. The thread's number is asked for
// in a function of its own: of two such calls in one function LLVM would make one, at its beginning, and start libomp.
// RUN: %raw %s | %convert | FileCheck %s
// RUN: %raw %s | %convert | FileCheck %s --check-prefix=ONCE
// ONCE-COUNT-2: @__kmpc_global_thread_num(
// ONCE-NOT: @__kmpc_global_thread_num(
void g(int *);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call i32 @tactus.__kmpc_omp_taskwait(ptr null)
// CHECK: call i32 @tactus.__kmpc_omp_taskwait(ptr null)
// CHECK-LABEL: define linkonce_odr hidden i32 @tactus.__kmpc_omp_taskwait(ptr %0)
// CHECK: [[NUMBER:%.*]] = call i32 @__kmpc_global_thread_num(ptr %0)
// CHECK: call i32 @__kmpc_omp_taskwait(ptr %0, i32 [[NUMBER]])
void f(int n) {
  int a = n, b = n;
#pragma omp task shared(a)
  g(&a);
  g(&b);
#pragma omp taskwait
#pragma omp task shared(a)
  g(&a);
  g(&b);
#pragma omp taskwait
}
