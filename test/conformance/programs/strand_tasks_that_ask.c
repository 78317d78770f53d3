// Tasks that go by the number of their thread, without synchronisation: no two run with the same number at a time.
// LEFT: thread number
// NEEDS-OPENMP
#include "strands.h"

static struct {
  long count, padding[15];
} slots[MOST_THREADS];
static long mine[4];

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    mine[me] = me;
#pragma omp single
    for (int i = 0; i < 500; i++) {
#pragma omp task
      slots[omp_get_thread_num()].count += 1 + (long)(work(1, 20) & 0);
    }
    mine[me] += slots[0].count + slots[1].count + slots[2].count + slots[3].count;
  }
  SHOW_ARRAY("mine", mine, 4);
}
