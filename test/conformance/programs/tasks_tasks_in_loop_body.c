// A converted loop whose body calls a function with tasks.
// PROMOTES
#include "support.h"
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x)
  x = go(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
int main() {
  static uint64_t out[40];
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 40; i++)
    out[i] = go(i % 7, (uint64_t)i);
  SHOW_ARRAY("out", out, 40);
}
