// FLAGS: -O0 -g
// CONVERTED: 1
// One iteration in ten costs a thousand times more than the others: unequal weights within one leaf loop.
#include "support.h"

int main(void) {
  static uint64_t out[100];
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    out[i] = work((unsigned)i, i % 10 == 9 ? 10000 : 10);
  SHOW_ARRAY("out", out, 100);
}
