// FLAGS: -O2
// num_threads(1) is a team of one as well: the loop may depend on its order.
#include "support.h"

NOINLINE static uint64_t chain(int n, int threads) {
  uint64_t h = 1;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int i = 0; i < n; i++)
    h = mix(h + (unsigned)i);
  return h;
}

int main(void) { SHOW("h", chain(2000, 1)); }
