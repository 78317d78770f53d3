// A private object with a constructor and a destructor at a loop.
// CONVERTED: 3
#include "region_arrays.h"

struct Tally {
  long value = 7;
  long twice() const { return 2 * value; }
};

int main(void) {
  fill();
  Tally tally;
#pragma omp parallel
  {
#pragma omp for private(tally)
    for (int i = 0; i < N; i++) {
      tally.value = x[i];
      y[i] = tally.twice();
    }
#pragma omp for firstprivate(tally)
    for (int i = 0; i < N; i++)
      x[i] += tally.twice() != 0;
  }
  show("end");
}
