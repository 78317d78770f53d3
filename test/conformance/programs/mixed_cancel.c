// FLAGS: -O2
// NEEDS-OPENMP
// LEFT: cancel
// ENV: OMP_CANCELLATION=true
// A search that cancels its loop; whether the key is found does not depend on how many iterations were skipped.
#include "support.h"

int main(void) {
  int found = 0;
#pragma omp parallel for shared(found)
  for (int i = 0; i < 3000; i++) {
    if (i == 1234) {
#pragma omp atomic write
      found = 1;
#pragma omp cancel for
    }
#pragma omp cancellation point for
    work((unsigned)i, 2);
  }
  SHOW("found", found);
}
