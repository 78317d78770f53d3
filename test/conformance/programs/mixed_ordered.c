// FLAGS: -O3 -march=native
// LEFT: ordered
// The ordered region runs in iteration order.
#include "support.h"

int main(void) {
  uint64_t h = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 300; i++) {
    uint64_t x = work((unsigned)i, 20);
#pragma omp ordered
    h = mix(h ^ x);
  }
  SHOW("h", h);
}
