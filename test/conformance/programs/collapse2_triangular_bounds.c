// FLAGS: -O0
// Non-rectangular collapse (OpenMP 5.0): the inner bounds depend on the outer index.
#include "support.h"

int main(void) {
  static unsigned a[60][60];
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 60; i++)
    for (int j = i; j < 60; j++)
      a[i][j] += (unsigned)work((unsigned)(i * 60 + j), 3);
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < i + 1; j++)
      a[i][j] ^= (unsigned)work((unsigned)(i * 61 + j), 3);
  SHOW_ARRAY("a", &a[0][0], 3600);
}
