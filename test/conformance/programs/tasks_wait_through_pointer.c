// The waiting function is called through a pointer.
#include "support.h"
static NOINLINE void wait_for_all(void) {
#pragma omp taskwait
}
static NOINLINE void nothing(void) {}
static uint64_t run(uint64_t seed, void (*f)(void)) {
  uint64_t x = 0, r;
#pragma omp task shared(x)
  x = work(work(seed, 10), 2000);
  f();
  r = work(seed, 100);
#pragma omp taskwait
  return x * 3 + r;
}
int main() {
  uint64_t sum = 0;
  void (*functions[2])(void) = {wait_for_all, nothing};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    sum += run((uint64_t)i, functions[i & 1]);
  SHOW("sum", sum);
}
