// A break leaves a scope and the loop around it.
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
  long a = 0, b = 0;
  for (int i = 0; i < 30; ++i) {
    cilk_scope {
      a = cilk_spawn work(i * 20);
      b = work(i * 10);
      if (i == 17)
        break;
      if (i % 2)
        continue;
    }
    b = a + b;
  }
  printf("%ld %ld\n", a, b);
  return 0;
}
