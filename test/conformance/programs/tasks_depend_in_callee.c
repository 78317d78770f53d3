// A task with a dependence in another function, for which a converted caller waits.
// LEFT: depend
#include "support.h"
static NOINLINE void start(uint64_t *a) {
#pragma omp task depend(out : a[0])
  a[0] = work(1, 5000);
}
static NOINLINE uint64_t run(void) {
  uint64_t a[1] = {0}, b = 0;
#pragma omp task shared(b)
  b = work(2, 500);
  start(a);
#pragma omp taskwait
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
    s += own;
#pragma omp barrier
#pragma omp single
    s = run();
  }
  SHOW("r", r);
  SHOW("s", s);
}
