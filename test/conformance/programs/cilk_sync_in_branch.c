// A sync that only some paths pass.
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

static long maybe(int n) {
  long a = cilk_spawn work(n * 30);
  long b = work(n * 20);
  if (n & 1) {
    cilk_sync;
    return a + b;
  }
  long c = work(n);
  cilk_sync;
  return a - b + c;
}

int main(void) {
  for (int n = 0; n < 40; ++n)
    printf("%ld\n", maybe(n));
  return 0;
}
