// A barrier completes the tasks of all members and their tasks, also where nothing else waits for them.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long slots[5][12], inner[5], sums[5];

int main(void) {
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    own = 0;
    for (int step = 0; step < 4; step++) {
      long *mine = slots[me], *below = &inner[me];
      for (int i = 0; i < 12; i++) {
#pragma omp task firstprivate(i, step)
        {
          mine[i] += (long)(work((uint64_t)(i + step), 60) % 100);
#pragma omp task firstprivate(i)
          {
#pragma omp atomic
            *below += i;
          }
        }
      }
#pragma omp barrier
      for (int i = 0; i < 12; i++)
        own += slots[(me + step) % 5][i];
      own += inner[(me + 1) % 5];
#pragma omp barrier
    }
    sums[me] = own;
  }
  SHOW_ARRAY("slots", slots[0], 60);
  SHOW_ARRAY("sums", sums, 5);
}
