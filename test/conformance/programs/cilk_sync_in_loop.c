// A sync in each iteration, and values that cross it.
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
  long sum = 0;
  for (int i = 0; i < 50; ++i) {
    long a = cilk_spawn work(i * 10);
    long b = work(i * 9 + 1);
    cilk_sync;
    sum = sum * 7 + a - b;
  }
  printf("%ld\n", sum);
  return 0;
}
