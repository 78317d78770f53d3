// The region is here, its loops are in another file; called outside of it and by one thread as well.
// NEEDS-OPENMP
#include "cycle.h"

int main(void) {
  prepare();
  cycle(2);
  SHOW("outside", norm());
  long found = 0;
#pragma omp parallel num_threads(4)
  {
    for (int step = 0; step < 5; step++)
      cycle(LEVELS);
    long own = norm();
#pragma omp critical
    found += own;
  }
  SHOW("by four", found);
#pragma omp parallel num_threads(1)
  {
    cycle(LEVELS);
    found = norm();
  }
  SHOW("by one", found);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    // A region of one thread inside of a single: its own team's loops.
#pragma omp parallel num_threads(1)
    cycle(2);
  }
  SHOW("inside of single", norm());
}
