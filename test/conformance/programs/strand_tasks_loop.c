// taskloop in a role and in every member, with a grain size, a number of tasks, and none.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long x[600], y[4][200], sums[4];

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = me;
    long *mine = y[me];
#pragma omp single
    {
#pragma omp taskloop grainsize(7)
      for (int i = 0; i < 300; i++)
        x[i] += (long)(work((uint64_t)i, 30) % 100);
#pragma omp taskloop num_tasks(9)
      for (int i = 300; i < 600; i++)
        x[i] += x[i - 300];
    }
#pragma omp taskloop
    for (int i = 0; i < 200; i++)
      mine[i] = x[3 * i] + (long)(work((uint64_t)i, 20) % 10);
    for (int i = 0; i < 200; i++)
      own += mine[i];
#pragma omp barrier
    sums[me] = own + y[(me + 1) % 4][7];
  }
  SHOW_ARRAY("x", x, 600);
  SHOW_ARRAY("sums", sums, 4);
}
