// Orphaned loops, barriers and reductions in functions; also called outside of any region.
// CONVERTED: 2
// LEFT: the loop is orphaned
#include "region_arrays.h"

static void smooth(double *to, const double *from) {
  int i;
#pragma omp for
  for (i = 1; i < N - 1; i++)
    to[i] = (from[i - 1] + from[i + 1]) / 2;
}

static double sum(const double *values) {
  static double result;
#pragma omp barrier
#pragma omp single
  result = 0;
#pragma omp for reduction(+ : result)
  for (int i = 0; i < N; i++)
    result += values[i];
  return result;
}

int main(void) {
  fill();
  double total = 0;
#pragma omp parallel
  for (int step = 0; step < 4; step++) {
    smooth(b, a);
    smooth(a, b);
#pragma omp single
    total += 1;
    double norm = sum(a);
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] += norm;
  }
  smooth(b, a);
  printf("~ %.10g %g\n", sum(b), total);
  show("end");
}
