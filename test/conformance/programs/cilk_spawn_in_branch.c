// Spawns in the branches of an if, without braces.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

static long either(int n) {
  long a = 0, b;
  if (n % 3 == 0)
    a = cilk_spawn work(n * 10);
  else if (n % 3 == 1)
    a = cilk_spawn work(n * 20);
  else
    a = work(n);
  b = work(n * 15);
  cilk_sync;
  return a * 3 + b;
}

int main(void) {
  for (int n = 0; n < 60; ++n)
    printf("%ld\n", either(n));
  return 0;
}
