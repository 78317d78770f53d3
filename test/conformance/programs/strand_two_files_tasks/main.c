// Tasks of another file that libomp runs are for all threads of the region, which has libomp's threads then.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

void create(int *values, int *steps);
void workshare(int *values);

static int values[LENGTH];

int main(void) {
  for (int round = 0; round < 5; round++) {
    int steps = 0;
#pragma omp parallel num_threads(4)
    {
      CHECK(omp_get_thread_num() < 4);
#pragma omp single nowait
      create(values, &steps);
#pragma omp barrier
      CHECK(steps == 10);
      workshare(values);
    }
  }
  SHOW_ARRAY("values", values, LENGTH);
}
