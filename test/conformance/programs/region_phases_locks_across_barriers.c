// The last thread takes a lock before a barrier and gives it back behind: who waits for it meanwhile waits for a thread
// that comes later, so this needs threads.
// LEFT: *
// THREADS
// NEEDS-OPENMP
#include "strands.h"

static int lock;
static long entered[MOST_THREADS];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num(), last = omp_get_num_threads() - 1;
    if (me == last)
      CHECK(!__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE));
#pragma omp barrier
    if (me != last)
      while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        ;
    entered[me]++;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  }
  SHOW_ARRAY("entered", entered, MOST_THREADS);
}
