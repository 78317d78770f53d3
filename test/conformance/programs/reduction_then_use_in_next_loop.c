// FLAGS: -O3
// CONVERTED: 2
// The result of one loop bounds and feeds the next: a reduction is complete when its loop ends.
#include "support.h"

int main(void) {
  static int data[4096];
  int n = 0;
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 2000; i++)
    n += work(i, 3) % 2 == 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    data[i] = n * i;
  SHOW("n", n);
  SHOW_ARRAY("data", data, 4096);
}
