// A spawned call without a result.
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

static void store(long *where, long n) { *where = work(n); }

int main(void) {
  long a = 0, b = 0;
  cilk_spawn store(&a, 2000);
  store(&b, 1500);
  cilk_sync;
  printf("%ld %ld\n", a, b);
  return 0;
}
