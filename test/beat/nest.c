/* A nest whose inner loop reduces: registers, memory and the stack all hold something at its promotion points. */
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
