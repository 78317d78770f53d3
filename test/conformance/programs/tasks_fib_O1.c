// The same forks at -O1.
// CONVERTED: 3
// PROMOTES
// FLAGS: -O1
#include "support.h"
int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
#pragma omp task shared(x) firstprivate(n)
  x = fib(n - 1);
#pragma omp task shared(y) firstprivate(n)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
int main() {
  int result = 0;
#pragma omp parallel
#pragma omp master
  result = fib(18);
  SHOW("fib", result);
}
