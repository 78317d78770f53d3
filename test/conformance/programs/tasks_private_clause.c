// Private variables of a task are nobody else's.
// NEEDS-OPENMP
#include "support.h"
static uint64_t out[80];
int main() {
  uint64_t scratch = 99;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 80; i++) {
#pragma omp task private(scratch) firstprivate(i)
    {
      scratch = (uint64_t)i;
      for (int r = 0; r < 200; r++)
        scratch = mix(scratch);
      out[i] = scratch;
    }
  }
  SHOW("scratch", scratch);
  SHOW_ARRAY("out", out, 80);
}
