#include <stdio.h>

enum { Rows = 300, Columns = 200 };

static double matrix[Rows][Columns];

void fill(void) {
#pragma omp parallel for
  for (int row = 0; row < Rows; row++) {
    for (int column = 0; column < Columns; column++)
      matrix[row][column] = (row * 7 + column) % 10;
  }
}

long total(void) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int row = 0; row < Rows; row++) {
    for (int column = 0; column < Columns; column++)
      sum += (long)matrix[row][column];
  }
  return sum;
}

int main(void) {
  fill();
  printf("%ld\n", total());
  return 0;
}
