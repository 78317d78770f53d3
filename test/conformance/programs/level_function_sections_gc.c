// FLAGS: -O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
// CONVERTED: 3
// PROMOTES
// The linker drops an unused function with a converted loop; its maps must go with it, and those of others must stay.
#include "support.h"

static unsigned a[1500];
void unused(void);
void unused(void) {
#pragma omp parallel for
  for (int i = 0; i < 1500; i++)
    a[i] = 1;
}
NOINLINE static uint64_t used(int i) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int j = 0; j < 30; j++)
    h += work((unsigned)(i * 30 + j), 2);
  return h;
}

int main(void) {
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 50; i++)
    total += used(i);
  SHOW("total", total);
}
