// Ordered constructs follow the iterations, whatever the schedule; iterations without one do not hold up the others.
// LEFT: ordered
// STRANDS
#include "strands.h"

static int order[LENGTH];
static int next;

int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for ordered schedule(dynamic, 2)
    for (int i = 0; i < 300; i++) {
      uint64_t x = work((uint64_t)i, i % 7 * 20);
#pragma omp ordered
      order[next++] = i + (x == 0);
    }
#pragma omp for ordered schedule(static)
    for (int i = 300; i < 600; i++) {
      if (i % 3 == 0)
        continue;
#pragma omp ordered
      order[next++] = i;
    }
#pragma omp for ordered schedule(static, 5)
    for (int i = 600; i < 900; i++)
#pragma omp ordered
      order[next++] = i;
#pragma omp for ordered schedule(guided)
    for (int i = 900; i < 1200; i++)
#pragma omp ordered
      order[next++] = i;
  }
  SHOW("next", next);
  SHOW_ARRAY("order", order, next);
}
