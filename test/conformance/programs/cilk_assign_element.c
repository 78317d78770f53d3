// The address of the result is computed behind the call, from a variable that the rest changes.
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
  long results[40];
  for (int i = 0; i < 40; ++i)
    results[i] = cilk_spawn work(100 + i);
  cilk_sync;
  for (int i = 0; i < 40; ++i)
    printf("%ld\n", results[i]);
  return 0;
}
