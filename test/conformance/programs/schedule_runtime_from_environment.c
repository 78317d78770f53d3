// FLAGS: -O3
// CONVERTED: 1
// ENV: OMP_SCHEDULE=dynamic,3
// schedule(runtime) reads OMP_SCHEDULE under libomp; Tactus needs none of it.
#include "support.h"

int main(void) {
  static unsigned a[2000];
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)work((unsigned)i, 3);
  SHOW_ARRAY("a", a, 2000);
}
