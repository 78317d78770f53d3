// What tasks wrote becomes visible at the join: a value that was in a register before the loop is read again behind it.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define {{.*}}double @f(
// CHECK: load double, ptr %x
// CHECK: call {{.*}}@{{tactus_join|f.slice}}(
// CHECK: load double, ptr %x
// CHECK: ret double
double f(int n, double *x) {
  double before = x[0];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
  return x[0] - before;
}
