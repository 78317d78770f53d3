// Arguments with effects, in the order of the serial program.
// FLAGS: -O2 -Wno-unsequenced
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

static int counter;
static int next(void) { return ++counter; }

int main(void) {
  long a[10];
  int i = 0;
  while (i < 10)
    a[i++] = cilk_spawn work(next() * 10 + i);
  cilk_sync;
  for (i = 0; i < 10; ++i)
    printf("%ld\n", a[i]);
  printf("%d\n", counter);
  return 0;
}
