// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// PROMOTES
// A function with a complete inner loop throws afterwards; the outer iteration catches. Live loops lie on the unwound
// path.
#include "support.h"

NOINLINE static uint64_t checked(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 40; j++)
    h += work((unsigned)(i * 40 + j), 2);
  if (i % 3 == 0)
    throw h;
  return h;
}

int main() {
  static uint64_t out[80];
#pragma omp parallel for
  for (int i = 0; i < 80; i++) {
    try {
      out[i] = checked(i);
    } catch (uint64_t h) {
      out[i] = ~h;
    }
  }
  SHOW_ARRAY("out", out, 80);
}
