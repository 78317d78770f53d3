// How long a time step is, is a minimum over slots; old and new state change roles in pointers of each thread.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long states[2][LENGTH], slots[MOST_THREADS];

int main(void) {
  fill_numbers(states[0], LENGTH);
  long n = LENGTH;
#pragma omp parallel num_threads(3)
  {
    long *now = states[0], *next = states[1];
    int me = omp_get_thread_num();
    for (int step = 0; step < 5; step++) {
      long least = 1000000;
#pragma omp for schedule(dynamic, 37) nowait
      for (long i = 0; i < n; i++)
        if (now[i] % 911 + step < least)
          least = now[i] % 911 + step;
      slots[me] = least;
#pragma omp barrier
      for (int other = 0; other < omp_get_num_threads(); other++)
        least = slots[other] < least ? slots[other] : least;
#pragma omp for
      for (long i = 0; i < n; i++)
        next[i] = now[i] + now[(i + 1) % n] % 13 + least;
      long *kept = now;
      now = next;
      next = kept;
    }
  }
  SHOW_ARRAY("last", states[1], LENGTH);
}
