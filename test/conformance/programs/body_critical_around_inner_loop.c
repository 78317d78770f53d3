// FLAGS: -O0 -g
// A parallel loop inside a critical section: a thread that waits for its tasks must not run others that need the lock.
#include "support.h"

static uint64_t total;
NOINLINE static void add(int i) {
#pragma omp critical(total)
  {
    uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
    for (int j = 0; j < 60; j++)
      h += work((unsigned)(i * 60 + j), 3);
    total += h;
  }
}

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    add(i);
  SHOW("total", total);
}
