// FLAGS: -O1
// CONVERTED: 1
// Inner bounds are loop-invariant expressions through memory that the body writes to.
#include "support.h"

int main(void) {
  static int a[40][50];
  int bounds[2] = {3, 45}, seen = 0;
#pragma omp parallel for collapse(2) reduction(+ : seen)
  for (int i = 1; i < 40; i++)
    for (int j = bounds[0]; j <= bounds[1] + 2; j++) {
      a[i][j] = i * j;
      seen++;
    }
  SHOW("seen", seen);
  SHOW_ARRAY("a", &a[0][0], 2000);
}
