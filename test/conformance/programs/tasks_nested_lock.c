// What follows a task takes a nested lock again that its function's caller holds, by way of a third function.
// NEEDS-OPENMP
// LEFT: nested lock
#include "support.h"
#include <omp.h>

static omp_nest_lock_t lock;
static long cells[64], total;

static NOINLINE void add(long value) {
  omp_set_nest_lock(&lock);
  total += value;
  omp_unset_nest_lock(&lock);
}

static NOINLINE void both(int i) {
#pragma omp task firstprivate(i)
  cells[i] = (long)(work((uint64_t)i, 3000) % 1000);
  add(i);
  cells[i + 1] = (long)(work((uint64_t)i, 3000) % 100);
  if (omp_test_nest_lock(&lock) == 2)
    total += 1000;
  omp_unset_nest_lock(&lock);
#pragma omp taskwait
}

int main(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 64; i += 2) {
    omp_set_nest_lock(&lock);
    both(i);
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  SHOW("total", total);
  SHOW_ARRAY("cells", cells, 64);
}
