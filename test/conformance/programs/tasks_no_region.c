// Tasks outside of any region are executed by one thread: no race on what they share.
#include "support.h"
static uint64_t order;
static void go(int depth, uint64_t seed) {
  order += work(seed, 20);
  if (depth == 0)
    return;
#pragma omp task
  go(depth - 1, seed * 2);
#pragma omp task
  go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
}
int main() {
  go(8, 1);
  SHOW("order", order);
}
