// FLAGS: -O2 -g
// NEEDS-OPENMP
// Threadprivate counters keep their values from one region to the next in a team of constant size.
#include "support.h"
#include <omp.h>

static long count;
#pragma omp threadprivate(count)

int main(void) {
  long total = 0;
  omp_set_dynamic(0);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for num_threads(4) schedule(static)
    for (int i = 0; i < 1000; i++)
      count += i;
  }
#pragma omp parallel num_threads(4) reduction(+ : total)
  total += count;
  SHOW("total", total);
}
