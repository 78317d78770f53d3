// A function that only waits: the caller relies on it for its own tasks.
#include "support.h"
static NOINLINE void wait_for_all(void) {
#pragma omp taskwait
}
static uint64_t run(uint64_t seed) {
  uint64_t x = 0, y = 0;
#pragma omp task shared(x)
  x = work(seed, 2000);
#pragma omp task shared(y)
  y = work(seed + 1, 1000);
  wait_for_all();
  return x * 3 + y;
}
int main() {
  uint64_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    sum += run((uint64_t)i);
  SHOW("sum", sum);
}
