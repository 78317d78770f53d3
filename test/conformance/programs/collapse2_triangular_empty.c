// FLAGS: -O2
// CONVERTED: 3
// Nests of which clang knows only while it computes them that there are no iterations: the outer loop has some, and the
// rectangle around the inner ones has no width, or less than none.
#include "support.h"

NOINLINE int inner(int n) {
  int count = 0;
#pragma omp parallel for collapse(2) reduction(+ : count)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      count += i * j + 1;
  return count;
}

NOINLINE int negative(int n) {
  int count = 0;
#pragma omp parallel for collapse(2) schedule(dynamic) reduction(+ : count)
  for (int i = 0; i < n; i++)
    for (int j = 5; j < i; j += 2)
      count += i * j + 1;
  return count;
}

NOINLINE long nested(int n) {
  long count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int k = 0; k < n; k++)
    count += inner(k) + negative(k);
  return count;
}

int main(void) {
  for (int n = 0; n < 12; n++) {
    SHOW("inner", inner(n));
    SHOW("negative", negative(n));
    SHOW("nested", nested(n));
  }
}
