// The same across functions: where g is inlined into f's body, the call of its slice (or, if that is inlined as well, its
// poll) has f's loop in front of what it carried itself. g's own copy knows only its own loop.
// RUN: %tactus-clang -fopenmp -O2 -ftactus-verify -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @f.slice(
// CHECK: [ "deopt"(i64 1, i64 %{{[0-9]+}}, ptr %[[OUTER:[0-9]+]]{{(, i64 2, i64 %[0-9]+, ptr %[0-9]+)?}}) ]
// CHECK: call preserve_mostcc i64 @tactus_poll(ptr{{.*}}) {{.*}}[ "deopt"(i64 2, i64 %{{[0-9]+}}, ptr %[[OUTER]]) ]
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
