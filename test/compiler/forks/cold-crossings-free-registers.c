// A function that forks saves no more registers than its serial elision: what only the join of a promoted fork needs has none.
// RUN: %tactus-clang -O2 -S -o - %s | FileCheck %s
// RUN: %tactus-clang -fopenmp -O2 -S -o - %s | FileCheck %s

// CHECK-LABEL: fib:
// CHECK-NOT:   pushq %r{{12|13|15|bp}}
// CHECK:       callq fib
long fib(int n) {
  long x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
