// A scope inside a spawn waits only for its own.
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
  long outer = cilk_spawn work(5000);
  long a, b, c;
  cilk_scope {
    a = cilk_spawn work(1000);
    cilk_scope {
      b = cilk_spawn work(700);
      c = work(600);
    }
    c += b;
  }
  long d = a + b * 3 + c * 5 + work(100);
  cilk_sync;
  printf("%ld %ld\n", outer, d);
  return 0;
}
