// A member that waits for a slot sleeps until there is one, instead of looking again and again.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static int others, hasBegun;

static void *compute(void *unused) {
#pragma omp parallel
  {
    __atomic_add_fetch(&others, 1, __ATOMIC_RELAXED);
    while (!__atomic_load_n(&hasBegun, __ATOMIC_RELAXED))
      usleep(1000);
  }
  return NULL;
}

static long sleeps(void) {
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

int main(void) {
  int members = omp_get_max_threads(), count = 0;
#pragma omp parallel reduction(+ : count)
  count++;
  CHECK(count == members);
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, compute, NULL) == 0);
  while (__atomic_load_n(&others, __ATOMIC_RELAXED) < members)
    usleep(1000);
  // The others have all slots until this region has begun, which nobody but the program knows.
  long most = 0, before = sleeps();
#pragma omp parallel reduction(max : most)
  {
#pragma omp master
    most = sleeps() - before;
    __atomic_store_n(&hasBegun, 1, __ATOMIC_RELAXED);
  }
  CHECK(most < 50);
  pthread_join(thread, NULL);
  return report();
}
