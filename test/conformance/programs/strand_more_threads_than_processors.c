// A team is as large as it is promised to be, and its barriers work, however few processors there are.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int arrived[MOST_THREADS];

int main(void) {
  for (int size = 2; size <= MOST_THREADS; size *= 2) {
    memset(arrived, 0, sizeof arrived);
#pragma omp parallel num_threads(size)
    {
      CHECK(omp_get_num_threads() == size);
      int me = omp_get_thread_num();
      for (int round = 1; round <= 10; round++) {
        arrived[me] = round;
#pragma omp barrier
        CHECK(arrived[(me + 1) % size] == round && arrived[(me + size / 2) % size] == round);
#pragma omp barrier
      }
    }
    SHOW("size", size);
  }
}
