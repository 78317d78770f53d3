// A task of a few instructions is no fork: it becomes part of the function.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not="{{(call|invoke) .*}}@__kmpc" --implicit-check-not="{{= invoke |  invoke }}" --implicit-check-not=tactus_fork
int w(int i);
// CHECK-LABEL: define {{.*}}@f(
int f(int n, int *p) {
#pragma omp task
  p[n] = 1;
  return w(n);
}
