// FLAGS: -O2
// NEEDS-OPENMP
// A region that divides its work by thread number and team size by hand, between converted loops.
#include "support.h"
#include <omp.h>

int main(void) {
  static unsigned a[2000], b[2000];
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)work((unsigned)i, 2);
#pragma omp parallel
  {
    int t = omp_get_thread_num(), n = omp_get_num_threads();
    for (int i = 2000 * t / n; i < 2000 * (t + 1) / n; i++)
      b[i] = a[1999 - i] * 3;
#pragma omp barrier
    for (int i = t; i < 2000; i += n)
      a[i] = b[(i * 7) % 2000];
  }
#pragma omp parallel for
  for (int i = 0; i < 2000; i++)
    a[i] ^= b[i];
  SHOW_ARRAY("a", a, 2000);
}
