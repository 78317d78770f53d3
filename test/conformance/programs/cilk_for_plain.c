// A loop whose iterations are independent, with the pragma that chooses a grain size.
// FLAGS: -O2 -Wno-unknown-pragmas
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
  static long a[300];
#pragma cilk grainsize = 4
  cilk_for(int i = 0; i < 300; ++i) a[i] = work(i);
  long sum = 0;
  for (int i = 0; i < 300; ++i)
    sum = sum * 3 + a[i];
  printf("%ld\n", sum);
  return 0;
}
