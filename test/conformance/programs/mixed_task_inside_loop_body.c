// FLAGS: -O0 -g
// Tasks created in the body of a parallel loop are complete at the loop's end.
#include "support.h"

int main(void) {
  static uint64_t a[200];
#pragma omp parallel for
  for (int i = 0; i < 200; i++) {
#pragma omp task firstprivate(i) shared(a)
    a[i] = work((unsigned)i, 30);
  }
  SHOW_ARRAY("a", a, 200);
}
