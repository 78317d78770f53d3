// FLAGS: -O0
// NEEDS-OPENMP
// CONVERTED: 2
// Chunks larger than the trip count, and a chunk expression with a side effect that must happen once.
#include "support.h"

static int calls;
NOINLINE int chunk(void) { return ++calls * 1000000; }

int main(void) {
  int a[50] = {0};
#pragma omp parallel for schedule(dynamic, chunk())
  for (int i = 0; i < 50; i++)
    a[i] += i;
#pragma omp parallel for schedule(static, 1 << 30)
  for (int i = 0; i < 50; i++)
    a[i] *= i;
  SHOW("calls", calls);
  SHOW_ARRAY("a", a, 50);
}
