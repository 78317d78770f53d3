// FLAGS: -O0
// NEEDS-OPENMP
// LEFT: *
// An inclusive scan depends on libomp's two passes; exact integers.
#include "support.h"

int main(void) {
  static int values[1000], prefix[1000];
  for (int i = 0; i < 1000; i++)
    values[i] = (int)(mix(i) % 100);
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 1000; i++) {
    sum += values[i];
#pragma omp scan inclusive(sum)
    prefix[i] = sum;
  }
  SHOW("sum", sum);
  SHOW_ARRAY("prefix", prefix, 1000);
}
