// A scope waits for its spawns at its end.
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
  long total = 0;
  for (int i = 0; i < 30; ++i) {
    long a, b;
    cilk_scope {
      a = cilk_spawn work(i * 20);
      b = work(i * 10);
    }
    total = total * 5 + a + b;
  }
  printf("%ld\n", total);
  return 0;
}
