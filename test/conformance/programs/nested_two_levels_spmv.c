// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// A sparse matrix with very different row lengths, both loops parallel.
#include "support.h"

enum { Rows = 200 };
static int begin[Rows + 1], column[40000];
static double value[40000], x[Rows], y[Rows];

int main(void) {
  for (int i = 0; i < Rows; i++) {
    int length = i == 0 ? 2000 : (int)(mix((unsigned)i) % 20);
    begin[i + 1] = begin[i] + length;
    x[i] = (double)(i % 10);
  }
  for (int k = 0; k < begin[Rows]; k++) {
    column[k] = (int)(mix((unsigned)k) % Rows);
    value[k] = (double)(k % 7);
  }
#pragma omp parallel for
  for (int i = 0; i < Rows; i++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = begin[i]; k < begin[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
  SHOW_ARRAY("y", y, Rows);
}
