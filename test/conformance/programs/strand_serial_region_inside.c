// Regions of one thread inside of a member have their own worksharing: if clauses, num_threads(1), and libomp's.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

static int done[4][LENGTH], inner[4];

static NOINLINE void orphan(int *array) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < LENGTH; i++)
    array[i]++;
#pragma omp single
  array[0] += 10;
}

int main(void) {
  volatile int never = 0;
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
#pragma omp parallel if (never)
    {
      inner[me] += omp_get_num_threads();
      orphan(done[me]);
    }
#pragma omp parallel num_threads(1)
    {
      inner[me] += omp_get_thread_num() + 1;
      orphan(done[me]);
    }
#pragma omp parallel
    {
      int x = 0;
#pragma omp task depend(iterator(only = 0 : 1), out : x) shared(x)
      x = 1;
#pragma omp task depend(iterator(only = 0 : 1), in : x) shared(x)
      inner[me] += x;
#pragma omp taskwait
      orphan(done[me]);
    }
  }
  SHOW_ARRAY("inner", inner, 4);
  for (int i = 0; i < 4; i++)
    SHOW_ARRAY("done", done[i], LENGTH);
}
