/* A nest in whose inner loop the assembler makes something else each time: the compiler sees no difference. */
#include "nest.h"

void sumRows(long *sums, long rows, long columns) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (long column = 0; column < columns + row % 3; ++column) {
      long value = (column ^ row) % 7;
      __asm__(".ifndef tactus_test_again\n.set tactus_test_again, 1\nnop\n.else\n.byte 0x66, 0x90\n.endif"
              : "+r"(value));
      sum += value;
    }
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
  for (long row = 0; row < rows; ++row)
    sums[row] = expectedSparseSum(row, starts);
}

long expectedSparseSum(long row, const long *starts) {
  long sum = 0;
  for (long i = starts[row]; i < starts[row + 1]; ++i)
    sum += (i ^ row) % 7;
  return sum;
}
