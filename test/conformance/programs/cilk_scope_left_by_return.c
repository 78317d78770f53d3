// A return leaves a scope.
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
static long leave(int n, long *a) {
  cilk_scope {
    cilk_spawn store(a, n * 20);
    if (work(n) % 2)
      return 1;
    store(a + 1, n);
  }
  return a[0] + a[1];
}

int main(void) {
  for (int n = 0; n < 40; ++n) {
    long a[2] = {0, 0};
    long r = leave(n, a);
    printf("%ld %ld %ld\n", r, a[0], a[1]);
  }
  return 0;
}
