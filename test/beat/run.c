/* Runs the nest again and again until its beats have led to promotions and have moved threads between versions. The
   statistics are read by the caller (test/beat/check.py). */
#include "nest.h"

#include <stdio.h>
#include <stdlib.h>

enum { Rows = 3000, Columns = 2000 };
static long sums[Rows];

int main(int count, char **arguments) {
  int repetitions = count > 1 ? atoi(arguments[1]) : 1;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    sumRows(sums, Rows, Columns);
    for (long row = 0; row < Rows; ++row)
      if (sums[row] != expectedSum(row, Columns)) {
        printf("row %ld: %ld instead of %ld\n", row, sums[row], expectedSum(row, Columns));
        return 1;
      }
  }
}
