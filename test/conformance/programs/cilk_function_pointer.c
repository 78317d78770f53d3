// A spawned call through a pointer, and through a table.
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

static long twice(long n) { return 2 * work(n); }
static long (*const table[])(long) = {work, twice};

int main(void) {
  long results[20];
  long (*f)(long) = twice;
  for (int i = 0; i < 20; ++i)
    results[i] = cilk_spawn table[i % 2](i * 50);
  long last = cilk_spawn(*f)(77);
  long b = f(50);
  cilk_sync;
  for (int i = 0; i < 20; ++i)
    printf("%ld\n", results[i]);
  printf("%ld %ld\n", last, b);
  return 0;
}
