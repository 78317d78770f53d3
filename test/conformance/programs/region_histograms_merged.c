// FLAGS: -O2
// Histograms of each thread, of a length known at run time, merged by element under critical; and by slices behind a
// barrier.
#include "support.h"

enum { N = 6000 };
static unsigned a[N];

static NOINLINE void count(long *total, int bins) {
#pragma omp parallel num_threads(3)
  {
    long own[bins];
    for (int k = 0; k < bins; k++)
      own[k] = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      own[a[i] % (unsigned)bins]++;
#pragma omp critical
    for (int k = 0; k < bins; k++)
      total[k] += own[k];
#pragma omp barrier
#pragma omp for
    for (int k = 0; k < bins; k++)
      total[k] *= 2;
  }
}

int main(void) {
  static long total[100];
  for (int i = 0; i < N; i++)
    a[i] = (unsigned)mix((uint64_t)i);
  for (int bins = 1; bins < 100; bins += 33)
    count(total, bins);
  SHOW_ARRAY("total", total, 100);
}
