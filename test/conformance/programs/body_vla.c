// FLAGS: -O0
// CONVERTED: 2
// PROMOTES
// A variable-length array in the outer body makes the frame dynamic; the inner loop fills it.
#include "support.h"

int main(void) {
  static uint64_t out[80];
#pragma omp parallel for
  for (int i = 0; i < 80; i++) {
    int n = 1 + i % 37;
    uint64_t local[n];
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      local[j] = work((unsigned)(i * 100 + j), 3);
    out[i] = hash_bytes(local, sizeof local);
  }
  SHOW_ARRAY("out", out, 80);
}
