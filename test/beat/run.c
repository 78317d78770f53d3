/* Runs a nest again and again until its beats have led to promotions and have moved threads between versions. The
   statistics, and how often a timer was set, are read by the caller (test/beat/check.py). */
#include "nest.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* In place of the C library's: how often libtactus sets a timer. */
static atomic_long timersSet;
int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  atomic_fetch_add(&timersSet, 1);
  return (int)syscall(SYS_timer_settime, timer, flags, value, old);
}

enum { Rows = 3000, Columns = 2000, SparseRows = 1000000 };
static long sums[SparseRows], starts[SparseRows + 1];

static int isRight(long row, long expected) {
  if (sums[row] != expected)
    printf("row %ld: %ld instead of %ld\n", row, sums[row], expected);
  return sums[row] == expected;
}

static int runRows(void) {
  sumRows(sums, Rows, Columns);
  for (long row = 0; row < Rows; ++row)
    if (!isRight(row, expectedSum(row, Columns)))
      return 0;
  return 1;
}

/* Most rows have up to four elements, a few have thousands. */
static int runSparseRows(void) {
  for (long row = 0; row < SparseRows; ++row)
    starts[row + 1] = starts[row] + (row % 100000 == 77777 ? 500000 : row * 7 % 5);
  sumSparseRows(sums, SparseRows, starts);
  for (long row = 0; row < SparseRows; ++row)
    if (!isRight(row, expectedSparseSum(row, starts)))
      return 0;
  return 1;
}

/* Arguments: `rows` or `sparse`, and how often. */
int main(int count, char **arguments) {
  int isSparse = count > 1 && strcmp(arguments[1], "sparse") == 0;
  int repetitions = count > 2 ? atoi(arguments[2]) : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    if (!(isSparse ? runSparseRows() : runRows()))
      return 1;
  printf("%ld\n", atomic_load(&timersSet));
  return 0;
}
