// FLAGS: -O2
// With if(false) a team of one runs the iterations in order: a body that depends on it is not a race.
#include "support.h"

NOINLINE static uint64_t chain(int n, int parallel) {
  uint64_t h = 1;
#pragma omp parallel for if (parallel) schedule(static)
  for (int i = 0; i < n; i++)
    h = mix(h + (unsigned)i);
  return h;
}

int main(void) { SHOW("h", chain(2000, 0)); }
