// Taskloops and groups in a region that runs in phases, and nested loops of its threads.
// FLAGS: -O2
// NEEDS-OPENMP
// PHASES
// PROMOTES
#include "strands.h"

static long slots[MOST_THREADS], x[300], y[3][100];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    slots[me] = 2 * me;
#pragma omp barrier
    long *mine = y[me], sum = 0;
#pragma omp taskloop grainsize(9)
    for (int i = 0; i < 100; i++)
      mine[i] = slots[(i + 1) % 3] + (long)(work((uint64_t)i, 40) % 100);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
      sum += mine[i] * i;
    slots[me] += 0;
#pragma omp barrier
    slots[me] += sum;
#pragma omp single
    {
#pragma omp taskgroup
      for (int k = 0; k < 3; k++) {
#pragma omp task firstprivate(k)
        {
#pragma omp taskloop
          for (int i = 0; i < 100; i++)
            x[100 * k + i] += y[k][i] + k;
        }
      }
      x[0] += x[299];
    }
    slots[me] += x[me];
  }
  SHOW_ARRAY("slots", slots, 3);
  SHOW_ARRAY("x", x, 300);
}
