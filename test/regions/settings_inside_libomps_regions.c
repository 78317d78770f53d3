// RUNS: OMP_NUM_THREADS=2
// Regions of ours inside of one that libomp runs begin with what that one's thread has, also if it is the number that
// libomp found in its environment; and what is asked inside of libomp's first region does not count for that region
// only.
#include "asker.h"

#include <omp.h>

static void inside(int most) {
  CHECK(askMost() == most && omp_get_max_threads() == most);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++) {
#pragma omp task
    CHECK(askMost() == most);
  }
}

static void insideLibomps(int threads, int most) {
#pragma omp parallel num_threads(threads)
  {
#pragma omp for
    for (int i = 0; i < 6; i++) {
#pragma omp task
      inside(most);
    }
#pragma omp barrier
    inside(most);
  }
}

int main(void) {
  int most = askMost();
  insideLibomps(1, most);
  CHECK(askMost() == most && omp_get_max_threads() == most);
  // Before any other region of two threads: those of libomp's own have asked nothing yet.
  setThreads(2);
  insideLibomps(1, 2);
  insideLibomps(2, 2);
  setThreads(most);
  insideLibomps(2, most);
  setThreads(2);
  CHECK(askMost() == 2 && omp_get_max_threads() == 2);
}
