// FLAGS: -O2
// A small interpreter with computed gotos in the body; blocks with address taken cannot simply be cloned.
#include "support.h"

int main(void) {
  static uint64_t out[1000];
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    static const void *const table[] = {&&add, &&twist, &&stop};
    uint64_t x = (unsigned)i, program = mix((unsigned)i);
  next:
    program /= 3;
    goto *table[program % 3];
  add:
    x += 17;
    goto next;
  twist:
    x = mix(x);
    if (program > 3)
      goto next;
  stop:
    out[i] = x;
  }
  SHOW_ARRAY("out", out, 1000);
}
