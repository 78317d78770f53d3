// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// NEEDS-OPENMP
// LEFT: threadprivate
// The threads of libomp's teams have threadprivate variables of their own; such a construct stays there.
#include "strands.h"

static long mine;
#pragma omp threadprivate(mine)

int main(void) {
  long sum = 0;
#pragma omp teams num_teams(2) reduction(+ : sum)
  {
    mine = 3;
#pragma omp distribute
    for (int i = 0; i < LENGTH; i++)
      sum += mine;
  }
  SHOW("sum", sum);
}
