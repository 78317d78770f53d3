// A rest ends with the group that its spawn stands in, and passes through groups that begin behind it.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*@__kmpc_(omp_task[(_]|taskgroup|end_taskgroup)}}"
static int w(int i) { return i * 3; }
// CHECK-LABEL: define internal void @f.rest(
// CHECK: invoke i32 @w(i32 noundef 2)
// CHECK: call i32 @w(i32 noundef 3)
// CHECK: call i32 @w(i32 noundef 4)
// CHECK-NOT: i32 @w(i32 noundef 5)
// CHECK: ret void
// CHECK-LABEL: define internal void @f.rest.
int f(void) {
  int a, b, c, d;
#pragma omp task shared(a)
  a = w(1);
#pragma omp taskgroup
  {
#pragma omp task shared(b)
    b = w(2);
#pragma omp task shared(c)
    c = w(3);
  }
  d = w(4);
#pragma omp taskwait
  return a + b + c + d + w(5);
}
