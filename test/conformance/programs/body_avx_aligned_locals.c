// FLAGS: -O3 -march=native
// CONVERTED: 2
// PROMOTES
// 64-byte aligned locals realign the frame, so that its size is not fixed; the inner loop is promoted through it.
#include "support.h"

NOINLINE static uint64_t fold(const float *p) {
  return ((uintptr_t)p % 64 != 0) * 1000000u + hash_bytes(p, 16 * sizeof *p) % 1000000u;
}

int main(void) {
  static uint64_t out[100], inner[100][16];
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    float lane[16] __attribute__((aligned(64)));
    for (int k = 0; k < 16; k++)
      lane[k] = (float)(i * k);
    out[i] = fold(lane);
#pragma omp parallel for
    for (int k = 0; k < 16; k++)
      inner[i][k] = work((uint64_t)lane[k], 3);
    out[i] += fold(lane);
  }
  SHOW_ARRAY("out", out, 100);
  SHOW_ARRAY("inner", &inner[0][0], 1600);
}
