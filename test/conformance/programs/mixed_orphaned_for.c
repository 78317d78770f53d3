// FLAGS: -O2
// A worksharing loop in a function: bound to the caller's region, or to none.
#include "support.h"

static unsigned a[1500];
NOINLINE static void fill(unsigned seed) {
#pragma omp for
  for (int i = 0; i < 1500; i++)
    a[i] += (unsigned)work(seed + (unsigned)i, 2);
}

int main(void) {
  fill(1);
#pragma omp parallel
  {
    fill(2);
    fill(3);
  }
  SHOW_ARRAY("a", a, 1500);
}
