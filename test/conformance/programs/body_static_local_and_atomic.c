// FLAGS: -O2
// CONVERTED: 1
// A static local shared by all iterations, updated atomically.
#include "support.h"

NOINLINE static void count(int i) {
  static long calls;
#pragma omp atomic
  calls += i;
  if (i == -1)
    SHOW("calls", calls);
}

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    count((int)(work((unsigned)i, 3) % 50));
  count(0);
  long none = 0;
  (void)none;
  count(-1);
}
