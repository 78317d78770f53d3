// One half is a task, the other an ordinary call whose own taskwait waits for the task as well.
// CONVERTED: 2
// PROMOTES
#include "support.h"
static int fib(int n) {
  if (n < 2)
    return n;
  int x, y;
#pragma omp task shared(x)
  x = fib(n - 1);
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}
int main() {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(20);
  SHOW("fib", result);
}
