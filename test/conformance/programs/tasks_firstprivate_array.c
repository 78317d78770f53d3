// An array as firstprivate: each task has its own, also in a loop that goes on elsewhere.
// PROMOTES
#include "support.h"
static uint64_t out[60];
static NOINLINE uint64_t fold(const int *a, int n) {
  uint64_t h = 0;
  for (int r = 0; r < 100; r++)
    for (int i = 0; i < n; i++)
      h = mix(h + (uint64_t)a[i]);
  return h;
}
int main() {
#pragma omp parallel
#pragma omp single
  {
    int a[8] = {0};
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 8; j++)
        a[j] = i * j;
#pragma omp task firstprivate(a, i)
      out[i] = fold(a, 8);
    }
  }
  SHOW_ARRAY("out", out, 60);
}
