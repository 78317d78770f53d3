// Every thread reads a volatile variable: stays.
// LEFT: volatile
#include "region_arrays.h"

static volatile int length = N;

int main(void) {
  fill();
#pragma omp parallel
  {
    int n = length;
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = x[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i]++;
  }
  show("end");
}
