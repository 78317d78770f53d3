// Many short regions, one after the other, with changing sizes: teams begin and end cleanly.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long slot[MOST_THREADS];

int main(void) {
  long loops = 0;
  for (int round = 0; round < 3000; round++) {
#pragma omp parallel num_threads(1 + round % 4)
    {
      slot[omp_get_thread_num()] += round;
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 5; i++)
#pragma omp atomic
        loops++;
    }
  }
  SHOW("loops", loops);
  SHOW_ARRAY("slot", slot, 4);
}
