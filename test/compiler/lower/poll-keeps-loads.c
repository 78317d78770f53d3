// A value read before the loop is not read again behind a poll: a poll writes no memory that the program can see. Only
// the join does.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK: load i32, ptr %factor
// CHECK-NOT: load i32, ptr %factor
void f(int n, double *x, const int *factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= *factor;
}
