// Tasks of single and master in a team of strands, which they complete with: the members' own state is as it was.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
// PROMOTES
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long cells[400], totals[4];

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = me + 1;
    for (int round = 0; round < 3; round++) {
#pragma omp single
      for (int i = 0; i < 200; i++) {
#pragma omp task firstprivate(i, round)
        cells[i] += (long)(work((uint64_t)(i + round), 20000) % 1000);
      }
      own += cells[me * 50];
#pragma omp master
      for (int i = 200; i < 400; i++) {
#pragma omp task firstprivate(i)
        cells[i] += cells[i - 200] + 1;
      }
#pragma omp barrier
      own += cells[200 + me * 50];
#pragma omp barrier
    }
    CHECK(omp_get_thread_num() == me);
    totals[me] = own;
  }
  SHOW_ARRAY("cells", cells, 400);
  SHOW_ARRAY("totals", totals, 4);
}
