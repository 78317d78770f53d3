// What follows a task is compiled in its function and in each rest. A long call is put in line in the function alone: the
// rests call it, and so do deferred tasks, and so is a task itself. A short call is in line everywhere.
// RUN: %tactus-clang -O2 -fopenmp -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

static void longWork(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 3.5;
}
static void shortWork(double *x) { *x += 1.5; }

// CHECK-LABEL: define dso_local void @create(
// CHECK: call {{.*}}@longWork
// CHECK: fadd {{.*}}1.5
// CHECK: fmul {{.*}}3.5
// CHECK-LABEL: define internal {{.*}}@longWork(
// CHECK: fmul {{.*}}3.5
// CHECK-LABEL: define internal {{.*}}@create.rest
// CHECK-NOT: fmul
// CHECK: fadd {{.*}}1.5
// CHECK-NOT: fmul
// CHECK: call {{.*}}@longWork
// CHECK-NOT: fmul
void create(double *x, int n) {
#pragma omp task
  longWork(x, n);
  shortWork(x + n);
  longWork(x + n + 1, n);
#pragma omp taskwait
}
