// A result that nobody takes.
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

static int fill(int *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = (int)work(i);
  return n;
}

int main(void) {
  static int a[100], b[100];
  cilk_spawn fill(a, 100);
  fill(b, 90);
  cilk_sync;
  long sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += a[i] * 3 + b[i];
  printf("%ld\n", sum);
  return 0;
}
