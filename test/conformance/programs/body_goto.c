// FLAGS: -O3
// CONVERTED: 1
// Labels and gotos within the body, backwards too.
#include "support.h"

int main(void) {
  static int out[2000];
#pragma omp parallel for
  for (int i = 0; i < 2000; i++) {
    uint64_t x = mix((unsigned)i);
    int tries = 0;
  again:
    if (x % 8 == 0)
      goto done;
    x = mix(x);
    if (++tries < 20)
      goto again;
    tries = -1;
  done:
    out[i] = tries;
  }
  SHOW_ARRAY("out", out, 2000);
}
