// Barriers in loops that end by break, continue and goto, in a switch, and in an orphaned function; values that are
// computed before a barrier and used behind it.
// LEFT: *
// PHASES
// NEEDS-OPENMP
// FLAGS: -O1
#include "strands.h"

static long log_of[MOST_THREADS][64], total;

static void meet(long *own, long value) {
  *own += value;
#pragma omp barrier
  *own *= 2;
}

int main(void) {
  long rounds = 0;
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), threads = omp_get_num_threads(), place = 0;
    long *own = log_of[me], value = 1;
    for (int step = 0;; step++) {
      long before = value * 3 + step;
      switch (step % 4) {
      case 0:
        own[place++] = before;
#pragma omp barrier
        value += log_of[(me + 1) % threads][place - 1] - before;
        break;
      case 1:
        meet(&value, step);
        continue;
      case 2:
        if (step > 9)
          goto out;
#pragma omp master
        rounds++;
        // fall through
      default: {
#pragma omp barrier
      }
        value = before % 1001;
      }
      if (rounds > 100)
        break;
    }
  out:
#pragma omp atomic
    total += value;
    CHECK(place == 3);
  }
  SHOW("total", total);
  SHOW("rounds", rounds);
}
