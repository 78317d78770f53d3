// A fork at every call: the smallest task there is, with both halves spawned.
// CONVERTED: 3
// PROMOTES
#include "support.h"
static int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
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
#pragma omp single
  result = fib(22);
  SHOW("fib", result);
}
