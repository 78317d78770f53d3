// A spawn whose result initialises a variable, with -O1.
// FLAGS: -O1
// PROMOTES
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
