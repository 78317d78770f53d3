// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// Values computed before the inner loop live across it and are used after: registers must survive a promotion.
#include "support.h"

int main(void) {
  static uint64_t out[60];
  static unsigned scratch[60][40];
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    uint64_t a = mix((unsigned)i), b = mix(a), c = mix(b), d = mix(c), e = mix(d), f = mix(e);
    double g = (double)(a >> 50), h = (double)(b >> 50);
#pragma omp parallel for
    for (int j = 0; j < 40; j++)
      scratch[i][j] = (unsigned)(a * (unsigned)j + f) + (unsigned)g;
    out[i] = a ^ b ^ c ^ d ^ e ^ f ^ (uint64_t)(g * h) ^ scratch[i][i % 40];
  }
  SHOW_ARRAY("out", out, 60);
}
