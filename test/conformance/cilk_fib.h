// What programs/cilk_fib_LEVEL.c compile at different levels: a spawn at every call.
#ifndef CONFORMANCE_CILK_FIB_H
#define CONFORMANCE_CILK_FIB_H

#include <cilk/cilk.h>
#include <stdio.h>

static long fib(int n) {
  if (n < 2)
    return n;
  long a = cilk_spawn fib(n - 1);
  long b = fib(n - 2);
  cilk_sync;
  return a + b;
}

int main(void) {
  printf("%ld\n", fib(16));
  return 0;
}

#endif
