// Returns at several places between spawn and sync.
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

static long search(int n) {
  long a = cilk_spawn work(n * 20);
  for (int i = 0; i < n; ++i)
    if (work(i) % 11 == 5)
      return i;
  cilk_sync;
  return a;
}

int main(void) {
  for (int n = 0; n < 40; ++n)
    printf("%ld\n", search(n));
  return 0;
}
