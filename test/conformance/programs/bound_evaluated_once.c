// FLAGS: -O2
// CONVERTED: 1
// Bounds are evaluated once, on entry: the body may overwrite the variables they came from.
#include "support.h"

int limit = 1500, calls = 0;
NOINLINE int upper(void) {
  calls++;
  return limit;
}

int main(void) {
  static int a[1500];
#pragma omp parallel for
  for (int i = 0; i < upper(); i++) {
    a[i] = (int)(work((unsigned)i, 3) % 1000);
    if (i == 700)
      limit = 3;
  }
  SHOW("limit", limit);
  SHOW("calls", calls);
  SHOW_ARRAY("a", a, 1500);
}
