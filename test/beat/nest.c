/* Nests whose inner loops reduce: registers, memory and the stack all hold something at their promotion points. */
#include "nest.h"

void sumRows(long *sums, long rows, long columns) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long column = 0; column < columns + row % 3; ++column)
      sum += (column ^ row) % 7;
    sums[row] = sum;
  }
}

long expectedSum(long row, long columns) {
  long sum = 0;
  for (long column = 0; column < columns + row % 3; ++column)
    sum += (column ^ row) % 7;
  return sum;
}

void sumSparseRows(long *sums, long rows, const long *starts) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long i = starts[row]; i < starts[row + 1]; ++i)
      sum += (i ^ row) % 7;
    sums[row] = sum;
  }
}

long expectedSparseSum(long row, const long *starts) {
  long sum = 0;
  for (long i = starts[row]; i < starts[row + 1]; ++i)
    sum += (i ^ row) % 7;
  return sum;
}
