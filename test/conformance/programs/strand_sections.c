// Sections beside thread numbers: each is executed once, also with fewer threads than sections.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int done[5], threads[MOST_THREADS];

int main(void) {
  int last = 0;
  for (int size = 1; size < 9; size += 2) {
#pragma omp parallel num_threads(size)
    {
      threads[omp_get_thread_num()]++;
#pragma omp sections lastprivate(last)
      {
        done[0]++;
#pragma omp section
        done[1] += 2;
#pragma omp section
        done[2] += 3;
#pragma omp section
        done[3] += 4;
#pragma omp section
        {
          done[4] += 5;
          last = size * 10;
        }
      }
      CHECK(last == size * 10);
    }
  }
  SHOW_ARRAY("done", done, 5);
  SHOW_ARRAY("threads", threads, MOST_THREADS);
}
