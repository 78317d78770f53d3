// Functions that spawn each other.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static long odd(int n);
static long even(int n) {
  if (n <= 0)
    return 1;
  long a = cilk_spawn odd(n - 1);
  long b = odd(n - 2);
  cilk_sync;
  return a + 2 * b;
}
static long odd(int n) {
  if (n <= 0)
    return 2;
  long a, b;
  a = cilk_spawn even(n - 2);
  b = even(n - 1);
  cilk_sync;
  return a * 3 + b;
}

int main(void) {
  printf("%ld\n", even(15));
  return 0;
}
