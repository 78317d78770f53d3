// Tasks without dependences beside those that have some, in one loop. What a task does behind its one call is part of
// it: a rest that defers the call must not leave the rest of the task out.
#include "support.h"

enum { Tasks = 2000 };
static uint64_t cells[Tasks], marks[Tasks];

static __attribute__((noinline)) void add(uint64_t *cell, int i) { *cell += work((uint64_t)i, 40); }

static void run(void) {
  uint64_t sum = 0;
  for (int i = 0; i < Tasks; i++) {
    if (i % 50 == 0) {
#pragma omp task depend(inout : sum) shared(sum)
      add(&sum, i);
    }
#pragma omp task firstprivate(i)
    {
      add(&cells[i], i);
      marks[i] = (uint64_t)i + 1;
    }
  }
#pragma omp taskwait
  SHOW("sum", sum);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  run();
  SHOW_ARRAY("cells", cells, Tasks);
  SHOW_ARRAY("marks", marks, Tasks);
}
