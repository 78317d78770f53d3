// FLAGS: -O1
// LEFT: private variable
// A private variable that the region sets before a loop. Some iterations set it, and others compare it: with constants,
// so that LLVM knows what comes out whatever stands in it.
#include "support.h"

int main(void) {
  int wrong = 0, last = 0;
#pragma omp parallel num_threads(3)
  {
    int value = 10;
#pragma omp sections reduction(+ : wrong) nowait
    {
#pragma omp section
      wrong += value != 10;
#pragma omp section
      wrong += value != 10;
#pragma omp section
      {
        value = 271;
        last = value;
      }
    }
  }
  SHOW("wrong", wrong);
  SHOW("last", last);
  int seen = 0;
#pragma omp parallel num_threads(2)
  {
    int state = 5;
#pragma omp for schedule(static) reduction(+ : seen)
    for (int i = 0; i < 100; i++) {
      seen += state == 5 || state == 6;
      if (i % 7 == 3)
        state = 6;
    }
  }
  SHOW("seen", seen);
  return 0;
}
