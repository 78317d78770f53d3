// Objects of the function are destroyed after its taskwait.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <vector>
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  std::vector<uint64_t> parts(3);
  for (int i = 0; i < 3; i++) {
#pragma omp task shared(parts) firstprivate(i)
    parts[i] = go(depth - 1, seed * 3 + uint64_t(i));
  }
#pragma omp taskwait
  uint64_t h = 0;
  for (uint64_t p : parts)
    h = mix(h + p);
  return h;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = go(6, 1);
  SHOW("r", r);
}
