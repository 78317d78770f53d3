// The rest writes variables of the frame through pointers.
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

static void add(long *sum, long n) { *sum += work(n); }

int main(void) {
  long left = 0, right = 0;
  for (int i = 0; i < 20; ++i) {
    cilk_spawn add(&left, i * 20);
    add(&right, i * 30);
    cilk_sync;
  }
  printf("%ld %ld\n", left, right);
  return 0;
}
