// FLAGS: -O2 -fPIE -pie -fstack-protector-all
// CONVERTED: 2
// PROMOTES
// Stack protectors in every frame.
#include "support.h"

NOINLINE static uint64_t inner(int i) {
  char text[40];
  uint64_t h = 0;
  snprintf(text, sizeof text, "%d", i);
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 50; j++)
    h += work((unsigned)text[0] + (unsigned)(i * 50 + j), 2);
  return h;
}

int main(void) {
  static uint64_t out[50];
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    out[i] = inner(i);
  SHOW_ARRAY("out", out, 50);
}
