// FLAGS: -O2
// Sections with firstprivate, lastprivate and reductions, some without a barrier, between loops.
#include "support.h"

enum { N = 500 };
static long a[N], b[N];

int main(void) {
  long start = 9, last = 0, sum = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp sections firstprivate(start) lastprivate(last) reduction(+ : sum)
    {
      for (int i = 0; i < N; i += 2)
        sum += a[i] + start;
#pragma omp section
      for (int i = 1; i < N; i += 2)
        sum -= a[i];
#pragma omp section
      last = a[N - 1] * 2;
    }
#pragma omp sections nowait
    {
      a[0] = last;
#pragma omp section
      a[1] = sum;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = i + last;
  }
  SHOW_ARRAY("a", a, N);
  SHOW_ARRAY("b", b, N);
  SHOW("sum", sum);
}
