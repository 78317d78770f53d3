// FLAGS: -O3 -march=native
// Host teams with distribute: left to libomp or converted, the result is the same.
#include "support.h"

int main(void) {
  static unsigned a[1500];
#pragma omp teams distribute parallel for num_teams(2)
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)work((unsigned)i, 3);
  SHOW_ARRAY("a", a, 1500);
}
