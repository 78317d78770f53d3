// Threads wait for each other by spinning on memory: a team needs its threads.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"
#include <sched.h>

static int turn;
static long log_of[300];

int main(void) {
  int size = 3, position = 0;
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < 100; round++) {
      int now;
      do {
#pragma omp atomic read acquire
        now = turn;
        if (now != round * size + me)
          sched_yield();
      } while (now != round * size + me);
      log_of[position++] = round * 10 + me;
#pragma omp atomic write release
      turn = now + 1;
    }
  }
  SHOW_ARRAY("log", log_of, 300);
}
