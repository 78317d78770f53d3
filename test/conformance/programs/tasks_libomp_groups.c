// Groups whose calls may leave tasks to libomp, behind tasks that go on elsewhere: one thread begins and ends each
// group. CONVERTED: 6
#include "support.h"

static uint64_t cells[16];
static int order[3];

static NOINLINE void add(int cell, uint64_t value) {
  value = work(value, 400) % 1000;
#pragma omp atomic
  cells[cell] += value;
}

// Tasks with `depend` stay with libomp.
static NOINLINE void leave_to_libomp(int cell) {
#pragma omp task depend(iterator(only = 0 : 1), out : order[0]) firstprivate(cell)
  add(cell, 11);
#pragma omp task depend(iterator(only = 0 : 1), in : order[0]) firstprivate(cell)
  add(cell, 12);
}
static void (*volatile leave)(int) = leave_to_libomp;

static NOINLINE void waits_inside(int i) {
#pragma omp task firstprivate(i)
  add(i % 4, (uint64_t)i);
  add(4, 1);
#pragma omp taskgroup
  {
#pragma omp task firstprivate(i)
    add(5, (uint64_t)i);
    leave(6);
#pragma omp taskwait
    add(7, cells[6] != 0);
#pragma omp taskgroup
    {
#pragma omp task firstprivate(i)
      add(8, (uint64_t)i);
      leave(9);
    }
#pragma omp task firstprivate(i)
    add(10, (uint64_t)i);
  }
  add(11, 2);
}

static NOINLINE void goes_on(int i) {
  for (int k = 0; k < 3; k++) {
#pragma omp task firstprivate(i, k)
    add(12, (uint64_t)(i + k));
#pragma omp taskgroup
    leave(13);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++) {
    waits_inside(i);
    goes_on(i);
#pragma omp taskwait
  }
  SHOW_ARRAY("cells", cells, 16);
}
