// FLAGS: -Os
// A region with two loops: the barrier between them must hold, since the second reads what the first wrote elsewhere.
#include "support.h"

int main(void) {
  static unsigned a[2000], b[2000];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 2000; i++)
      a[i] = (unsigned)work((unsigned)i, 3);
#pragma omp for
    for (int i = 0; i < 2000; i++)
      b[i] = a[1999 - i] + a[(i * 7) % 2000];
  }
  SHOW_ARRAY("b", b, 2000);
}
