// Converted loops inside tasks.
// PROMOTES
#include "support.h"
static uint64_t out[8][500];
static NOINLINE void fill(int r) {
#pragma omp parallel for
  for (int i = 0; i < 500; i++)
    out[r][i] = work((uint64_t)(r * 1000 + i), 30);
}
int main() {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < 8; r++) {
#pragma omp task firstprivate(r)
    fill(r);
  }
  SHOW_ARRAY("out", out, 8);
}
