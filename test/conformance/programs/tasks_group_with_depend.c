// A converted group waits for a task that a function left to libomp.
// LEFT: depend
#include "support.h"
static NOINLINE void start(uint64_t *a, uint64_t seed) {
#pragma omp task depend(inout : a[0])
  a[0] = work(a[0] + seed, 3000);
}
static NOINLINE uint64_t run(void) {
  uint64_t a[1] = {0}, b = 0;
#pragma omp taskgroup
  {
#pragma omp task shared(b)
    b = work(2, 500);
    start(a, 1);
    start(a, 2);
  }
  return a[0] + b;
}
int main() {
  uint64_t r = 0, s = 0;
#pragma omp parallel
#pragma omp single
  r = run();
#pragma omp parallel shared(s)
  {
    uint64_t own = run();
#pragma omp critical
    s = own;
  }
  SHOW("r", r);
  SHOW("s", s);
}
