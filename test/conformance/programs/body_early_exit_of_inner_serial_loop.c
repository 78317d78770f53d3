// FLAGS: -O3
// CONVERTED: 1
// break and a nested serial while loop with data-dependent trip count.
#include "support.h"

int main(void) {
  static int steps[2000];
#pragma omp parallel for
  for (int i = 1; i < 2000; i++) {
    long n = i;
    while (n != 1) {
      n = n % 2 ? 3 * n + 1 : n / 2;
      if (++steps[i] >= 60)
        break;
    }
  }
  SHOW_ARRAY("steps", steps, 2000);
}
