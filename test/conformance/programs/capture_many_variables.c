// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
// Thirty captured values of every class: more than there are registers, on both levels.
#include "support.h"

NOINLINE static uint64_t run(const uint64_t *p, double d0, double d1, float f0, char c0, short s0) {
  uint64_t a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7], k = p[8], l = p[9],
           m = p[10], n = p[11], o = p[12], q = p[13], r = p[14], s = p[15];
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 50; i++) {
    uint64_t row = a + b * (unsigned)i;
#pragma omp parallel for reduction(+ : row)
    for (int j = 0; j < 40; j++)
      row += mix(c + d + e * (unsigned)j) + f * g + (h ^ k) + (l & m) + (n | o) + q * r + s +
             (uint64_t)(d0 * 2 + d1 * 4) + (uint64_t)(f0 * 2) + (uint64_t)c0 + (uint64_t)s0 + p[j % 16];
    total += row ^ a ^ s;
  }
  return total;
}

int main(void) {
  uint64_t p[16];
  for (int i = 0; i < 16; i++)
    p[i] = mix((unsigned)i);
  SHOW("run", run(p, 1.5, 2.25, 0.5f, 3, 4));
}
