// FLAGS: -O2 -g
// CONVERTED: 2
// PROMOTES
// (libomp 19 may miss the last iteration where the default, non-monotonic dynamic schedule steals it: monotonic.)
// The value of the sequentially last iteration is copied out, also if it is not the last to run.
#include "support.h"

int main(void) {
  uint64_t x = 1;
  double y = 0;
  short z = 0;
#pragma omp parallel for lastprivate(x, y, z)
  for (int i = 0; i < 2000; i++) {
    x = work((unsigned)i, 4);
    y = (double)(i * 2);
    z = (short)i;
  }
  SHOW("x", x);
  SHOW("y", y);
  SHOW("z", z);
#pragma omp parallel for lastprivate(x) schedule(monotonic : dynamic, 1)
  for (int i = 999; i >= 0; i -= 2)
    x = work((unsigned)i, 3);
  SHOW("x down", x);
}
