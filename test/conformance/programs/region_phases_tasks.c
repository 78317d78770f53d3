// Tasks in a region that runs in phases: of a role, recursive ones, and of every thread, beside values by thread.
// FLAGS: -O2
// NEEDS-OPENMP
// PHASES
// PROMOTES
#include "strands.h"

static long slots[MOST_THREADS], cells[100], own[4][20], leaves;

static void count(int depth) {
  if (depth == 0) {
#pragma omp atomic
    leaves++;
    return;
  }
#pragma omp task
  count(depth - 1);
  count(depth - 1);
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    slots[me] = me + 1;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
      cells[i] += slots[i % 4] + (long)(work((uint64_t)i, 100) % 1000);
    }
    slots[me] += cells[me];
    long *mine = own[me];
    for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(i)
      mine[i] = cells[i] + i;
    }
#pragma omp taskwait
    slots[me] += mine[19];
#pragma omp master
    count(8);
#pragma omp barrier
    slots[me] += leaves;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++)
      cells[i] += slots[me] * 0 + own[i % 4][i % 20];
  }
  SHOW_ARRAY("slots", slots, 4);
  SHOW_ARRAY("cells", cells, 100);
  SHOW("leaves", leaves);
}
