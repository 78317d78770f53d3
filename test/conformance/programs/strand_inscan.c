// A reduction with inscan: two loops of the same mapping, with barriers and a single between.
// LEFT: *
// STRANDS
#include "strands.h"

static long x[LENGTH], before[LENGTH];

int main(void) {
  fill_numbers(x, LENGTH);
  long sum = 0;
#pragma omp parallel for reduction(inscan, + : sum) num_threads(3)
  for (int i = 0; i < LENGTH; i++) {
    before[i] = sum;
#pragma omp scan exclusive(sum)
    sum += x[i];
  }
  SHOW("sum", sum);
  SHOW_ARRAY("before", before, LENGTH);
}
