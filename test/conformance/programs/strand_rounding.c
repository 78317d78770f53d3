// Members round as their master does, also where it changes its mind between regions.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
// FLAGS: -O1 -frounding-math -lm
#include "strands.h"
#include <fenv.h>

static int modes[2][4];
static double thirds[2][4];

int main(void) {
  volatile double one = 1, three = 3;
  for (int k = 0; k < 2; k++) {
    fesetround(k ? FE_UPWARD : FE_DOWNWARD);
#pragma omp parallel num_threads(4)
    {
      modes[k][omp_get_thread_num()] = fegetround();
      thirds[k][omp_get_thread_num()] = one / three;
    }
  }
  fesetround(FE_TONEAREST);
  for (int i = 0; i < 4; i++)
    CHECK(modes[0][i] == FE_DOWNWARD && modes[1][i] == FE_UPWARD && thirds[0][i] < thirds[1][i]);
  printf("rounded\n");
}
