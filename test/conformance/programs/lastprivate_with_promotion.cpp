// FLAGS: -O3 -std=c++20
// CONVERTED: 2
// PROMOTES
// The inner loop's lastprivate is read by the outer iteration right after the join; the outer has its own.
#include "support.h"

int main() {
  static uint64_t a[60];
  uint64_t final_value = 0;
#pragma omp parallel for lastprivate(final_value)
  for (int i = 0; i < 60; i++) {
    uint64_t x = 0;
#pragma omp parallel for lastprivate(x)
    for (int j = 0; j < 40 + i; j++)
      x = work((unsigned)(i * 1000 + j), 3);
    a[i] = x;
    final_value = x + (unsigned)i;
  }
  SHOW("final", final_value);
  SHOW_ARRAY("a", a, 60);
}
