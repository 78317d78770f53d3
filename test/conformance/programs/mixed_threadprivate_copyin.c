// FLAGS: -O0 -g
// LEFT: *
// A threadprivate variable is filled by copyin and used by the loop.
#include "support.h"

static unsigned seed = 1;
#pragma omp threadprivate(seed)

int main(void) {
  static uint64_t a[1000];
  seed = 77;
#pragma omp parallel for copyin(seed)
  for (int i = 0; i < 1000; i++)
    a[i] = work(seed + (unsigned)i, 3);
  SHOW("seed", seed);
  SHOW_ARRAY("a", a, 1000);
}
