// FLAGS: -O2
// NEEDS-OPENMP
// lastprivate(conditional:) keeps the value of the last iteration that assigned; converted or left, it must say so.
#include "support.h"

int main(void) {
  int last = -1;
#pragma omp parallel for lastprivate(conditional : last)
  for (int i = 0; i < 2000; i++)
    if (mix((unsigned)i) % 7 == 0)
      last = i;
  SHOW("last", last);
}
