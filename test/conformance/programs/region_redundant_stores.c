// Every thread stores the same to shared variables.
// CONVERTED: 3
// NOT-TSAN
#include "region_arrays.h"

int main(void) {
  fill();
  int n = 0;
  long table[4] = {0};
#pragma omp parallel
  {
    n = N - 100;
    table[1] = 5;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = x[i] * table[1];
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] += y[i];
  }
  printf("%d\n", n);
  show("end");
}
