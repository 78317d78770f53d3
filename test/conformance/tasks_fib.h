// What programs/tasks_fib_LEVEL.c compile at different levels: a fork at every call.
#ifndef CONFORMANCE_TASKS_FIB_H
#define CONFORMANCE_TASKS_FIB_H

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

#endif
