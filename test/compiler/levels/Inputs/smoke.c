// A little of everything: a nest across functions with a reduction inside, lastprivate, collapse, a class of schedules
// and a loop that stays on libomp. Prints nothing if all is right.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Rows = 60, Columns = 70 };
static double matrix[Rows][Columns];

static void expect(const char *what, double value, double expected) {
  if (value == expected)
    return;
  printf("%s: %g instead of %g\n", what, value, expected);
  exit(1);
}

static double row_sum(const double *row, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int j = 0; j < n; j++)
    sum += row[j];
  return sum;
}

static double total(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < Rows; i++)
    sum += row_sum(matrix[i], Columns);
  return sum;
}

static int last_index(int n) {
  int last = -1;
#pragma omp parallel for lastprivate(last) schedule(static, 8)
  for (int i = 0; i < n; i++)
    last = i;
  return last;
}

static int order(int n) {
  int errors = 0, next = 0;
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    errors += next++ != i;
  }
  return errors;
}

int main(void) {
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < Rows; i++)
      for (int j = 0; j < Columns; j++)
        matrix[i][j] = i + 2 * j;
    double expected = 0;
    for (int i = 0; i < Rows; i++)
      for (int j = 0; j < Columns; j++)
        expected += i + 2 * j;
    expect("sum", total(), expected);
    expect("lastprivate", last_index(1000), 999);
    expect("ordered", order(100), 0);
  }
  return 0;
}
