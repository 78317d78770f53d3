// Values that the rest of a loop changes are seen after it.
// PROMOTES
#include "support.h"
static uint64_t out[200];
static NOINLINE void leaf(int i, uint64_t seed) { out[i] = work(seed, 100); }
static NOINLINE uint64_t walk(int n) {
  uint64_t seed = 1, sum = 0;
  int odd = 0;
  double scale = 1;
  for (int i = 0; i < n; i++) {
    seed = mix(seed);
    if (seed & 1) {
#pragma omp task firstprivate(i, seed)
      leaf(i, seed);
      odd++;
    } else {
      scale *= 1.0 + 1.0 / 1024;
    }
    sum += seed;
  }
#pragma omp taskwait
  return sum + (uint64_t)odd * 1000 + (uint64_t)(scale * 100);
}
int main() {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = walk(200);
  SHOW("r", r);
  SHOW_ARRAY("out", out, 200);
}
