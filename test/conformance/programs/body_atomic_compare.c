// FLAGS: -O2 -fopenmp-version=51
// CONVERTED: 1
// atomic compare (OpenMP 5.1): a running maximum.
#include "support.h"

int main(void) {
  int high = -1;
#pragma omp parallel for
  for (int i = 0; i < 2000; i++) {
    int x = (int)(work((unsigned)i, 4) % 1000000);
#pragma omp atomic compare
    if (x > high) {
      high = x;
    }
  }
  SHOW("high", high);
}
