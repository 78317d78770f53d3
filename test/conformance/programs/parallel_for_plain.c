// FLAGS: -O2 -g
// CONVERTED: 1
// PROMOTES
// The simplest case: one loop, disjoint writes.
#include "support.h"

int main(void) {
  static unsigned a[3000];
#pragma omp parallel for
  for (int i = 0; i < 3000; i++)
    a[i] = (unsigned)work((unsigned)i, 5);
  SHOW_ARRAY("a", a, 3000);
}
