// FLAGS: -O2 -flto=thin -fuse-ld=lld -std=c++20
// CONVERTED: 2
// ThinLTO imports functions with converted loops into other modules.
#include "support.h"

uint64_t sum_row(int n, unsigned seed);

int main() {
  static uint64_t out[40];
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    out[i] = sum_row(30, (unsigned)i * 30);
  SHOW_ARRAY("out", out, 40);
}
