// Orphaned constructs in functions that other functions call, with private variables passed down.
// CONVERTED: 2
// LEFT: the loop is orphaned
#include "region_arrays.h"

static void inner(long factor) {
#pragma omp for nowait
  for (int i = 0; i < N; i++)
    y[i] = x[i] * factor;
#pragma omp barrier
#pragma omp master
  y[0] = 1;
#pragma omp barrier
}

static void outer(const long *factor) {
  inner(*factor);
  if (*factor > 1)
    inner(*factor + 1);
}

int main(void) {
  fill();
#pragma omp parallel
  {
    long factor = 2;
    outer(&factor);
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += factor;
  }
  show("end");
}
