// Before a taskwait nothing is left that could run beside the task: an ordinary call.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc" --implicit-check-not="{{= invoke |  invoke }}" --implicit-check-not=tactus_fork
int w(int i);
// CHECK-LABEL: define {{.*}}@f(
// CHECK: call i32 @w(
int f(int n) {
  int a;
#pragma omp task shared(a)
  a = w(n);
#pragma omp taskwait
  return a;
}
