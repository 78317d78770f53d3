// A task created while a lock is held runs at once, and the lock is released by its owner.
#include "support.h"
static uint64_t sum;
static NOINLINE uint64_t leaf(int i) { return work((uint64_t)i, 100); }
int main() {
  static uint64_t out[60];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 60; i++) {
#pragma omp critical(guard)
    {
#pragma omp task firstprivate(i)
      out[i] = leaf(i);
      sum += (uint64_t)i;
    }
  }
  SHOW("sum", sum);
  SHOW_ARRAY("out", out, 60);
}
