// FLAGS: -O2 -fbasic-block-sections=all
// A function's promotion points are in several sections: their stack maps are of one section each.
#include <stdio.h>
#include <stdlib.h>

static long fib(int n) {
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  long sum = 0, leaves = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < 20000; i++) {
    sum += i % 7;
    if (i % 1000 == 999 && argc > 3)
      abort();
  }
#pragma omp parallel
#pragma omp single
  leaves = fib(16);
  if (sum != 59997 || leaves != 987)
    printf("%s: %ld %ld\n", argv[0], sum, leaves);
  return sum != 59997 || leaves != 987;
}
