// Optimised with debug information: positions survive cloning.
// PROMOTES
// FLAGS: -O3 -g
#include "support.h"
int fib(int n) {
  if (n < 2)
    return n;
  int x = 0, y = 0;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
int main() {
  int result = 0;
#pragma omp parallel
#pragma omp masked
  result = fib(20);
  SHOW("fib", result);
}
