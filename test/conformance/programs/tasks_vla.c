// Arrays of variable length around and inside tasks.
#include "support.h"
static uint64_t go(int n, uint64_t seed) {
  if (n < 2)
    return work(seed, 10);
  uint64_t parts[n];
  for (int i = 0; i < n; i++) {
#pragma omp task shared(parts) firstprivate(i)
    parts[i] = go(n / 2, seed * 3 + (uint64_t)i);
  }
#pragma omp taskwait
  uint64_t h = 0;
  for (int i = 0; i < n; i++)
    h = mix(h + parts[i]);
  return h;
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = go(12, 1);
  SHOW("r", r);
}
