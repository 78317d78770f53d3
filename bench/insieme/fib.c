/* Fibonacci numbers by the definition: two tasks in each call, and next to no work (Insieme, table 2). */
#include "insieme.h"

static int64_t fib(int n) {
  int64_t x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x)
  x = fib(n - 1);
#pragma omp task shared(y)
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}

int main(int argc, char **argv) {
  int n = (int)size_argument(argc, argv, 27);
  int64_t result = 0, last = 0, next = 1;
#pragma omp parallel
#pragma omp single
  result = fib(n);
  for (int i = 0; i < n; ++i) {
    int64_t sum = last + next;
    last = next;
    next = sum;
  }
  return report("fib", n, result, result == last);
}
