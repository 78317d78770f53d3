// FLAGS: -O2
// SHARED: kernel.c
// CONVERTED: 2
// PROMOTES
// The inner loop is in a shared library: position-independent code, its own maps and its own registration.
#include "support.h"

uint64_t kernel(unsigned seed, int n);

int main(void) {
  static uint64_t out[40];
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    out[i] = kernel((unsigned)i * 100, 30);
  SHOW_ARRAY("out", out, 40);
}
