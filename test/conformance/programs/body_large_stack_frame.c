// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// 48 KiB of locals in the body: frames larger than a page, probed, within what a task's stack must offer.
#include "support.h"

NOINLINE static uint64_t fold(const uint64_t *p, int n) {
  uint64_t h = 0;
  for (int i = 0; i < n; i += 64)
    h = mix(h + p[i]);
  return h;
}

int main(void) {
  static uint64_t out[300];
#pragma omp parallel for
  for (int i = 0; i < 300; i++) {
    uint64_t local[6144];
    for (int k = 0; k < 6144; k += 64)
      local[k] = (uint64_t)(i * k);
    out[i] = fold(local, 6144);
  }
  SHOW_ARRAY("out", out, 300);
}
