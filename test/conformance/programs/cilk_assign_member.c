// The result goes into a member of a structure.
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
  struct pair {
    long first, second;
  } p = {0, 0}, *q = &p;
  p.first = cilk_spawn work(2000);
  q->second = work(1000);
  cilk_sync;
  printf("%ld %ld\n", p.first, p.second);
  return 0;
}
