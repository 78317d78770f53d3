// FLAGS: -O0
// The reduction stands on the parallel, not on the loop in it.
#include "support.h"

int main(void) {
  long sum = 10;
  int high = -1;
#pragma omp parallel reduction(+ : sum) reduction(max : high)
  {
#pragma omp for
    for (int i = 0; i < 3000; i++) {
      int x = (int)(work((unsigned)i, 3) % 10000);
      sum += x;
      if (x > high)
        high = x;
    }
  }
  SHOW("sum", sum);
  SHOW("high", high);
}
