// FLAGS: -O2
// CONVERTED: 4
// proc_bind in its variants and nowait on the loop of a region are accepted.
#include "support.h"

int main(void) {
  static unsigned a[1500];
#pragma omp parallel for proc_bind(close)
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i;
#pragma omp parallel for proc_bind(spread)
  for (int i = 0; i < 1500; i++)
    a[i] += 3;
#pragma omp parallel for proc_bind(primary)
  for (int i = 0; i < 1500; i++)
    a[i] *= 7;
#pragma omp parallel
#pragma omp for nowait
  for (int i = 0; i < 1500; i++)
    a[i] ^= (unsigned)work((unsigned)i, 2);
  SHOW_ARRAY("a", a, 1500);
}
