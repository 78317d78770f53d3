// Functions that only wait for tasks of their callers', and tasks with dependences that nothing follows.
// NEEDS-OPENMP
#include "support.h"
static uint64_t cells[3];

static NOINLINE void wait_for_some(void) {
#pragma omp taskwait depend(in : cells[0])
  cells[1] += cells[0];
}

static NOINLINE void undeferred(int n) {
#pragma omp task depend(inout : cells[0]) if (n > 100)
  cells[0] = mix(cells[0] + (uint64_t)n);
}

static NOINLINE void both(int n) {
#pragma omp task depend(out : cells[0])
  cells[0] = work(cells[0] + (uint64_t)n, 1000);
  wait_for_some();
  undeferred(n);
#pragma omp task
  cells[2] = work(cells[2], 500);
  wait_for_some();
#pragma omp taskwait
}

int main(void) {
  wait_for_some();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++)
    both(i);
  both(99);
  SHOW_ARRAY("cells", cells, 3);
}
