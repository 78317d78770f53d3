// A program with one loop, for the tests of linking. Its argument is the number of rounds.
#include <stdio.h>

static double sum(int n, const double *x) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += x[i];
  return total;
}

int main(void) {
  enum { Count = 5000 };
  static double x[Count];
  for (int i = 0; i < Count; i++)
    x[i] = 1;
  double total = 0;
  for (int round = 0; round < 10; round++)
    total += sum(Count, x);
  printf("sum %g\n", total);
  return 0;
}
