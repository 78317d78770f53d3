// FLAGS: -Os
// CONVERTED: 1
// PROMOTES
// A recursion 200 calls deep with a loop live in each frame: the walk must stay cheap and right.
#include "support.h"

static uint64_t descend(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 50);
  uint64_t h = 0;
#pragma omp parallel for reduction(^ : h)
  for (int i = 0; i < 3; i++)
    h ^= i == 0 ? descend(depth - 1, mix(seed)) : work(seed + (unsigned)i, 20);
  return h;
}

int main(void) { SHOW("h", descend(200, 3)); }
