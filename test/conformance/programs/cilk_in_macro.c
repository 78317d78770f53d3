// Spawns that macros write, and spawns that stand in arguments of macros.
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

#define SPAWN(target, call) target = cilk_spawn call
#define TWICE(statement) statement statement

int main(void) {
  long a, b, c = 0;
  SPAWN(a, work(1000));
  SPAWN(b, work(1100));
  TWICE(c += work(500);)
  cilk_sync;
  SPAWN(long d, work(900));
  c += work(20);
  cilk_sync;
  printf("%ld %ld %ld %ld\n", a, b, c, d);
  return 0;
}
