// Dependences that stay with libomp: iterators, depend objects, locks beside them, helpers that create a task for their
// caller.
// LEFT: depend
// NEEDS-OPENMP
#include "support.h"
#include <omp.h>
enum { LENGTH = 12 };
static uint64_t cells[LENGTH], sum, locked;

static NOINLINE void helper(int i) {
#pragma omp task depend(inout : cells[i])
  cells[i] = work(cells[i], 50);
}

static NOINLINE void iterate(int n) {
#pragma omp task depend(iterator(k = 0 : n), in : cells[k]) depend(inout : sum) firstprivate(n)
  for (int k = 0; k < n; k++)
    sum = mix(sum + cells[k]);
#pragma omp taskwait
}

static NOINLINE void object(void) {
  omp_depend_t on;
#pragma omp depobj(on) depend(inout : sum)
  for (int i = 0; i < 5; i++) {
#pragma omp task depend(depobj : on)
    sum = mix(sum);
  }
#pragma omp taskwait
#pragma omp depobj(on) destroy
}

static NOINLINE void beside_lock(void) {
  for (int i = 0; i < 5; i++) {
#pragma omp task depend(inout : locked)
    locked = mix(locked);
#pragma omp critical
    sum += 1;
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < LENGTH; i++)
        helper(i);
#pragma omp taskwait
      iterate(LENGTH);
      object();
      beside_lock();
    }
  }
  SHOW_ARRAY("cells", cells, LENGTH);
  SHOW("sum", sum);
  SHOW("locked", locked);
}
