// RUNS: OMP_NUM_THREADS=2
// What the program sets first, on its thread or on one that it starts, may be the very number that libomp found in its
// environment, and is kept nevertheless where TACTUS_WORKERS is another number.
#include "asker.h"

#include <omp.h>
#include <pthread.h>

static void combine(void) {
  int size = 0;
#pragma omp parallel
  if (omp_get_thread_num() == 0)
    size = omp_get_num_threads();
  CHECK(size == 2 && omp_get_max_threads() == 2 && askMost() == 2);
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    CHECK(ask().threads == 2);
}

static void *setAndCombine(void *unused) {
  omp_set_num_threads(2);
  combine();
  return unused;
}

int main(void) {
  setThreads(2);
  CHECK(omp_get_max_threads() == 2 && askMost() == 2);
  combine();
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, setAndCombine, NULL) == 0);
  pthread_join(thread, NULL);
  setThreads(3);
  CHECK(omp_get_max_threads() == 3 && askMost() == 3);
}
