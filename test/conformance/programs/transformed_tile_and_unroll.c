// FLAGS: -O2
// Loop transformations (OpenMP 5.1) below a worksharing loop.
#include "support.h"

int main(void) {
  static unsigned a[40][50], b[1000];
#pragma omp parallel for
#pragma omp tile sizes(4, 8)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 50; j++)
      a[i][j] = (unsigned)work((unsigned)(i * 50 + j), 2);
#pragma omp parallel for
#pragma omp unroll partial(4)
  for (int i = 0; i < 1000; i++)
    b[i] = (unsigned)mix((unsigned)i);
  SHOW_ARRAY("a", &a[0][0], 2000);
  SHOW_ARRAY("b", b, 1000);
}
