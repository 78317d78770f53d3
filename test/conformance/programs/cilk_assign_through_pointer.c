// The result goes through a pointer that moves on.
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
  long results[20], *next = results;
  for (int i = 0; i < 20; ++i) {
    *next = cilk_spawn work(200 + i);
    ++next;
  }
  cilk_sync;
  for (int i = 0; i < 20; ++i)
    printf("%ld\n", results[i]);
  return 0;
}
