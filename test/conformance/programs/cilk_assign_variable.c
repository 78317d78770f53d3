// A spawn on the right of an assignment.
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
  long a, b;
  a = cilk_spawn work(3000);
  b = work(2000);
  cilk_sync;
  printf("%ld %ld\n", a, b);
  return 0;
}
