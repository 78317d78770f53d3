// The end of a function waits for what it has spawned.
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
static void both(long *a, long *b, int n) {
  cilk_spawn store(a, n * 20);
  if (n == 3)
    return;
  store(b, n * 10);
}

int main(void) {
  for (int n = 0; n < 30; ++n) {
    long a = 0, b = 0;
    both(&a, &b, n);
    printf("%ld %ld\n", a, b);
  }
  return 0;
}
