// Spawns in the cases of a switch that fall through.
// FLAGS: -O2 -Wno-implicit-fallthrough
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static long work(long n) {
  long sum = 0;
  for (long i = 1; i <= n; ++i)
    sum = sum * 31 + i % 7;
  return sum & 0xffffff;
}

static long choose(int n) {
  long a = 0, b = 0, c = 0;
  switch (n % 4) {
  case 0:
    a = cilk_spawn work(300);
  case 1:
    b = cilk_spawn work(400);
    break;
  case 2:
    c = cilk_spawn work(500);
  default:
    a = work(n);
  }
  long d = work(100);
  cilk_sync;
  return a + 3 * b + 5 * c + 7 * d;
}

int main(void) {
  for (int n = 0; n < 40; ++n)
    printf("%ld\n", choose(n));
  return 0;
}
