// The same across functions: g's loop, inlined into f's body, is polled with f's loop in front of it; g's own copy knows
// only itself.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @f.slice(
// CHECK: call preserve_mostcc i64 @tactus_poll() {{.*}}[ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %{{[^,]*}}, i64 2, i64 %{{[0-9]+}}, ptr %{{[^,]*}}) ]
static void g(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
void f(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g(n, x + i * n);
}
