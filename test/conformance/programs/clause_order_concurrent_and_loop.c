// FLAGS: -O2
// order(concurrent), and the loop construct of OpenMP 5.0.
#include "support.h"

int main(void) {
  static unsigned a[1500];
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)work((unsigned)i, 2);
#pragma omp parallel loop
  for (int i = 0; i < 1500; i++)
    a[i] += 2;
  SHOW_ARRAY("a", a, 1500);
}
