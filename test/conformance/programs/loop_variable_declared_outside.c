// FLAGS: -O2
// CONVERTED: 2
// A C89 loop variable declared before the loop is private in it; lastprivate gives it its final value.
#include "support.h"

int main(void) {
  static int a[1000];
  int i, j = 5;
#pragma omp parallel for
  for (i = 0; i < 1000; i++)
    a[i] = i * 3;
#pragma omp parallel for lastprivate(j)
  for (j = 0; j < 1000; j += 7)
    a[j] ^= 1;
  SHOW("j", j);
  SHOW_ARRAY("a", a, 1000);
}
