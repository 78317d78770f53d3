/* Delannoy numbers: the paths from a corner of a grid to the opposite one by steps east, north and north-east. Three
 * tasks in each call (Insieme, table 2). */
#ifndef BELOW
#include "insieme.h"

enum { CutOff = 12 };

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define delannoy delannoy_below
#include "delannoy.c"
#undef delannoy
#undef BELOW
#endif
#endif
#include "tasks.h"

static int64_t delannoy(int m, int n) {
  int64_t west, south, both;
  if (m == 0 || n == 0)
    return 1;
  CUT(m + n > CutOff, return delannoy_below(m, n))
  TASK(shared(west), west = delannoy(m - 1, n));
  TASK(shared(south), south = delannoy(m, n - 1));
  TASK(shared(both), both = delannoy(m - 1, n - 1));
  TASK_WAIT
  return west + south + both;
}

#ifndef BELOW
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
#endif
