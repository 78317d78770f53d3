/* Fibonacci numbers by the definition: two tasks in each call, and next to no work (Insieme, table 2). */
#ifndef BELOW
#include "insieme.h"

enum { CutOff = 20 };

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define fib fib_below
#include "fib.c"
#undef fib
#undef BELOW
#endif
#endif
#include "tasks.h"

static int64_t fib(int n) {
  int64_t x, y;
  if (n < 2)
    return n;
  CUT(n > CutOff, return fib_below(n))
  TASK(shared(x), x = fib(n - 1));
  TASK(shared(y), y = fib(n - 2));
  TASK_WAIT
  return x + y;
}

#ifndef BELOW
int main(int argc, char **argv) {
  int n = (int)size_argument(argc, argv, 27);
  int64_t result = 0, last = 0, next = 1;
  begin_measured();
#pragma omp parallel
#pragma omp single
  result = fib(n);
  end_measured();
  for (int i = 0; i < n; ++i) {
    int64_t sum = last + next;
    last = next;
    next = sum;
  }
  return report("fib", n, result, result == last);
}
#endif
