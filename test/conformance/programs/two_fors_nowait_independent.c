// FLAGS: -O2
// Two independent loops with nowait in one region.
#include "support.h"

int main(void) {
  static unsigned a[2000], b[1500];
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 2000; i++)
      a[i] = (unsigned)work((unsigned)i, 3);
#pragma omp for nowait
    for (int i = 0; i < 1500; i++)
      b[i] = (unsigned)work((unsigned)i + 7, 3);
  }
  SHOW_ARRAY("a", a, 2000);
  SHOW_ARRAY("b", b, 1500);
}
