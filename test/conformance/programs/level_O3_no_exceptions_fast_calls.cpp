// FLAGS: -O3 -fno-exceptions -fno-rtti -fomit-frame-pointer -std=c++20
// CONVERTED: 2
// Without exceptions there may be no unwind tables to fall back on.
#include "support.h"

NOINLINE static uint64_t inner(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 50; j++)
    h += work((unsigned)(i * 50 + j), 2);
  return h;
}

int main() {
  static uint64_t out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    out[i] = inner(i);
  SHOW_ARRAY("out", out, 50);
}
