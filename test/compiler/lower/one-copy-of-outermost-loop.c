// The serial call of a loop that stands alone is a call of the code that tasks run, so the loop is compiled once. A loop
// that may be entered often is in line where it is entered: in a nest, and in a recursion.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define dso_local void @alone(
// CHECK-NOT: fmul
// CHECK: call {{.*}}@alone.slice(
// CHECK-NOT: fmul
// CHECK-LABEL: define dso_local void @nest(
// CHECK-NOT: fmul
// CHECK: call {{.*}}@nest.slice(
// CHECK-NOT: fmul
// CHECK-LABEL: define dso_local void @recursion(
// CHECK: fmul
// CHECK-LABEL: define internal {{.*}}@alone.slice(
// CHECK: fmul
// CHECK-LABEL: define internal {{.*}}@alone.run(
// CHECK-NOT: fmul
// CHECK: call {{.*}}@alone.slice(
// CHECK-LABEL: define internal {{.*}}@nest.slice(
// CHECK: fmul
// CHECK-LABEL: define internal {{.*}}@nest.run(
// CHECK-NOT: fmul
// CHECK: call {{.*}}@nest.slice(
void alone(int n, double *x, double factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= factor;
}

void nest(int n, int m, double (*x)[64], double factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      x[i][j] *= factor;
}

void recursion(int n, double *x, double factor) {
  if (n == 0)
    return;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= factor;
  recursion(n / 2, x, factor);
  recursion(n / 2, x + n / 2, factor);
}
