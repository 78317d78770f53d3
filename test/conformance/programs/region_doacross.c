// FLAGS: -O2
// A wavefront by depend(sink) inside of a region with other loops.
#include "support.h"

enum { N = 60 };
static long a[N][N];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
        a[i][k] = i * k % 13;
#pragma omp for ordered(2) schedule(static, 1)
    for (int i = 1; i < N; i++)
      for (int k = 1; k < N; k++) {
#pragma omp ordered depend(sink : i - 1, k) depend(sink : i, k - 1)
        a[i][k] = (a[i - 1][k] + a[i][k - 1] + a[i][k]) % 10007;
#pragma omp ordered depend(source)
      }
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i][0] += a[i][N - 1];
  }
  SHOW_ARRAY("a", &a[0][0], N * N);
}
