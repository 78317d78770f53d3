// Threadprivate variables keep their values from region to region of the same size; copyin sets them.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int counter = 7;
static struct {
  long seed;
  int calls;
} state;
#pragma omp threadprivate(counter, state)
static long seen[MOST_THREADS];

int main(void) {
  counter = 50;
#pragma omp parallel num_threads(4) copyin(counter)
  {
    CHECK(counter == 50);
    counter += omp_get_thread_num();
    state.seed = 1000 * omp_get_thread_num();
  }
  long total = 0;
#pragma omp parallel for num_threads(4) reduction(+ : total)
  for (int i = 0; i < LENGTH; i++) {
    state.calls++;
    total += i;
  }
  for (int round = 0; round < 100; round++) {
#pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
      CHECK(counter == 50 + me + round);
      counter++;
      seen[me] += state.seed + counter;
    }
  }
  int calls = 0;
#pragma omp parallel num_threads(4) reduction(+ : calls)
  calls += state.calls;
  SHOW("total", total);
  SHOW("calls", calls);
  SHOW_ARRAY("seen", seen, 4);
}
