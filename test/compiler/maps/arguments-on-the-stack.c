// A stack map knows one frame size for all calls of a function. So arguments on the stack are stored into space that
// belongs to the frame: if they were pushed, the walk would miss the return address, and everything further out.
// RUN: %tactus-clang -fopenmp -O2 -S -o - %s | FileCheck %s
void inner(long n, long a, long b, long c, long d, long e, long f, long *x);

// CHECK-LABEL: outer.region:
// CHECK: subq ${{[0-9]+}}, %rsp
// CHECK-NOT: pushq
// CHECK: movq {{.*}}, (%rsp)
// CHECK-NOT: pushq
// CHECK: callq inner
void outer(long n, long *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    inner(n, i, i + 1, i + 2, i + 3, i + 4, i + 5, x + i * n);
}
