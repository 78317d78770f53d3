// FLAGS: -O1
// CONVERTED: 2
// A variadic function with a parallel loop inside is called from the body.
#include "support.h"
#include <stdarg.h>

NOINLINE static long sum(int n, ...) {
  int values[8];
  va_list list;
  va_start(list, n);
  for (int k = 0; k < n; k++)
    values[k] = va_arg(list, int);
  va_end(list);
  long total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int k = 0; k < n * 10; k++)
    total += values[k % n] * k;
  return total;
}

int main(void) {
  static long out[300];
#pragma omp parallel for
  for (int i = 0; i < 300; i++)
    out[i] = sum(4, i, i + 1, i * 2, -i) + sum(1, i);
  SHOW_ARRAY("out", out, 300);
}
