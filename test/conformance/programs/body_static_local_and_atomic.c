// FLAGS: -O2
// CONVERTED: 1
// A static local shared by all iterations, updated atomically.
#include "support.h"

NOINLINE static void count(int i) {
  static long calls;
  if (i < 0) {
    SHOW("calls", calls);
    return;
  }
#pragma omp atomic
  calls += i;
}

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    count((int)(work((unsigned)i, 3) % 50));
  count(-1);
}
