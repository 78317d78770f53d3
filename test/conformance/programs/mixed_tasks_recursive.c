// FLAGS: -O0 -g
// Explicit tasks (fib) in a parallel single region, then a converted loop.
#include "support.h"

static long fib(int n) {
  if (n < 2)
    return n;
  long x, y;
#pragma omp task shared(x) if (n > 10)
  x = fib(n - 1);
  y = fib(n - 2);
#pragma omp taskwait
  return x + y;
}

int main(void) {
  long f = 0;
  static unsigned a[1000];
#pragma omp parallel
#pragma omp single
  f = fib(18);
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = (unsigned)(f * i);
  SHOW("fib", f);
  SHOW_ARRAY("a", a, 1000);
}
