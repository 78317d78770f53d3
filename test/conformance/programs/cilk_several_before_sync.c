// Several spawns before one sync.
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

int main(void) {
  long a = cilk_spawn work(1000);
  long b = cilk_spawn work(1100);
  long c = cilk_spawn work(1200);
  long d = work(1300);
  cilk_sync;
  printf("%ld %ld %ld %ld\n", a, b, c, d);
  return 0;
}
