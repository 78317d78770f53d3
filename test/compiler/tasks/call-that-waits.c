// A function that is called behind the task waits for it: the rest ends before that call.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{= invoke |  invoke }}"
int w(int i) { return i * i; }
static void wait(void) {
#pragma omp taskwait
}
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call i32 @w(
// CHECK: call void @wait(
int f(int n) {
  int a;
#pragma omp task shared(a)
  a = w(n);
  wait();
  return a;
}
