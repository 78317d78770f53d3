// FLAGS: -O1
// OpenMP and the program each limit the workers. The least counts, and ending one limit does not end the other.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <tactus/tactus.h>

static pthread_t here;
static int elsewhere;

static void visit(uint64_t index, void *context) {
  (void)index;
  (void)context;
  for (volatile int work = 0; work < 1000;)
    work = work + 1;
  if (!pthread_equal(pthread_self(), here))
    __atomic_add_fetch(&elsewhere, 1, __ATOMIC_RELAXED);
}

/// How many iterations other threads have had.
static int loop(void) {
  elsewhere = 0;
  tactus_parallel_for(0, 1000, visit, 0);
  return elsewhere;
}

int main(void) {
  here = pthread_self();
  tactus_set_worker_limit(1);
  int first = loop();
  omp_set_num_threads(2);
  int underOpenmp = loop();
  omp_set_num_threads(1);
  tactus_set_worker_limit(0);
  int underProgram = loop();
  tactus_set_worker_limit(2);
  int again = loop();
  if (first || underOpenmp || underProgram || again)
    printf("other threads had %d, %d, %d and %d iterations\n", first, underOpenmp, underProgram, again);
  return first || underOpenmp || underProgram || again;
}
