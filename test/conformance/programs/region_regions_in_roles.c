// FLAGS: -O2
// Parallel loops inside of single, master and sections of a region: nested regions, latent where they stand.
#include "support.h"

enum { N = 800 };
static long a[N], b[N], c[N];

static NOINLINE void scale(long *values, long by) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    values[i] = values[i] * by % 10007;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = i + 1;
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    scale(a, 3);
#pragma omp master
    scale(b, 5);
#pragma omp sections
    {
      scale(c, 7);
#pragma omp section
      {
        long sum = 0;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < N; i++)
          sum += a[i];
        a[0] = sum;
      }
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] += a[i] + b[i];
  }
  SHOW_ARRAY("c", c, N);
}
