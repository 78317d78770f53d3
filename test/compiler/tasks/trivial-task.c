// A task of a few instructions is no fork: it becomes part of the function.
// RUN: %raw %s | %convert | FileCheck %s --implicit-check-not=__kmpc --implicit-check-not=invoke --implicit-check-not=tactus_
int w(int i);
// CHECK-LABEL: define {{.*}}@f(
int f(int n, int *p) {
#pragma omp task
  p[n] = 1;
  return w(n);
}
