// Spawns on some paths only, with different rests.
// PROMOTES
#include "support.h"
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x = 1, y = 2, z = 3;
  switch (seed % 4) {
  case 0:
#pragma omp task shared(x)
    x = go(depth - 1, mix(seed));
    break;
  case 1:
#pragma omp task shared(y)
    y = go(depth - 1, mix(seed + 1));
    // Falls through.
  case 2:
#pragma omp task shared(z)
    z = go(depth - 1, mix(seed + 2));
    if (depth > 3) {
#pragma omp task shared(x)
      x = go(depth - 2, mix(seed + 3));
    }
    break;
  default:
    y = mix(seed);
  }
  uint64_t own = work(seed, 30);
#pragma omp taskwait
  return own + x * 3 + y * 5 + z * 7;
}
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; i++)
    sum += go(10, mix((uint64_t)i));
  SHOW("sum", sum);
}
