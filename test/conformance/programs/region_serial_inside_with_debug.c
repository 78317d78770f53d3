// A region whose if clause is false stands in one with threads, and is compiled with debug information, for which clang
// writes each region as two functions: all threads execute all of its iterations.
// FLAGS: -O0 -g
// NEEDS-OPENMP
#include "strands.h"

// One basic block, which calls nothing but the region inside.
static long always_serial(void) {
  long total = 0;
#pragma omp parallel num_threads(5)
  {
    long inner = 0;
#pragma omp parallel if (0)
    {
#pragma omp for
      for (int i = 0; i < 50; i++)
        inner += i;
#pragma omp for nowait
      for (int i = 0; i < 10; i++)
        inner += 2 * i;
    }
#pragma omp atomic
    total += inner;
  }
  return total;
}

static long serial_for_now(int isParallel) {
  long total = 0;
#pragma omp parallel num_threads(5)
  {
    long inner = 0;
#pragma omp parallel if (isParallel) reduction(+ : inner)
    {
#pragma omp for
      for (int i = 0; i < 7; i++)
        inner += 1;
    }
#pragma omp atomic
    total += inner;
  }
  return total;
}

int main(void) {
  SHOW("always", always_serial());
  SHOW("now", serial_for_now(0));
}
