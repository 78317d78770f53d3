// After optimisation the strip is the serial loop: inside it there is no credit, slot or volatile access.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -fno-discard-value-names -S -emit-llvm -o - %s | FileCheck %s

// CHECK: vector.body:
// CHECK-NOT: volatile
// CHECK-NOT: tactus_
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %vector.body
double f(int n, double *x, double factor) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= factor;
  return x[0];
}
