// FLAGS: -O2
// CONVERTED: 1
// Start, bound and stride are calls of opaque functions that read memory; a promoted task must not need them again.
#include "support.h"

static int limits[3] = {5, 1500, 3};
NOINLINE int limit(int which) { return limits[which]; }

int main(void) {
  static int a[1500];
#pragma omp parallel for
  for (int i = limit(0); i < limit(1); i += limit(2))
    a[i] = (int)(work((unsigned)i, 3) % 1000);
  SHOW_ARRAY("a", a, 1500);
}
