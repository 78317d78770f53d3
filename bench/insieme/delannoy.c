/* Delannoy numbers: the paths from a corner of a grid to the opposite one by steps east, north and north-east. Three
 * tasks in each call (Insieme, table 2). */
#include "insieme.h"

enum { CutOff = 12 };

static int64_t delannoy(int m, int n) {
  int64_t west, south, both;
  if (m == 0 || n == 0)
    return 1;
  TASK(m + n > CutOff, shared(west), west = delannoy(m - 1, n));
  TASK(m + n > CutOff, shared(south), south = delannoy(m, n - 1));
  TASK(m + n > CutOff, shared(both), both = delannoy(m - 1, n - 1));
  TASK_WAIT(m + n > CutOff)
  return west + south + both;
}

/* By dynamic programming. */
static int64_t expected(int n) {
  int64_t *row = allocate((size_t)(n + 1) * sizeof *row), result;
  for (int j = 0; j <= n; ++j)
    row[j] = 1;
  for (int i = 1; i <= n; ++i) {
    int64_t diagonal = row[0];
    for (int j = 1; j <= n; ++j) {
      int64_t above = row[j];
      row[j] = above + row[j - 1] + diagonal;
      diagonal = above;
    }
  }
  result = row[n];
  free(row);
  return result;
}

int main(int argc, char **argv) {
  int n = (int)size_argument(argc, argv, 8);
  int64_t result = 0;
  begin_measured();
#pragma omp parallel
#pragma omp single
  result = delannoy(n, n);
  end_measured();
  return report("delannoy", n, result, result == expected(n));
}
