// FLAGS: -O3
// CONVERTED: 1
// PROMOTES
// Two loops as one iteration space; neither index is lost when a split falls inside a row.
#include "support.h"

int main(void) {
  static unsigned a[43][47];
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 43; i++)
    for (int j = 0; j < 47; j++)
      a[i][j] = (unsigned)work((unsigned)(i * 100 + j), 4);
  SHOW_ARRAY("a", &a[0][0], 43 * 47);
}
