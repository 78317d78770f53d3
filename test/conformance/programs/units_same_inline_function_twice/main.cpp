// FLAGS: -O2 -std=c++20
// CONVERTED: 3
// PROMOTES
// Two units emit the same inline function; the linker keeps one copy of the code, and its stack maps must be that
// copy's.
#include "shared.h"

uint64_t other(int i);

int main() {
  static uint64_t out[40];
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    out[i] = fold(i) ^ other(i);
  SHOW_ARRAY("out", out, 40);
}
