// What accesses no memory may tell threads apart: each region finds out whether there is a thread beside the first.
// FLAGS: -O2 -pthread
// LEFT: once a thread
// NEEDS-OPENMP
#include "region_arrays.h"
#include <errno.h>
#include <pthread.h>

// Not on one line, where they would be taken for the two versions of a loop with an if clause.
#define FIRST_LOOP _Pragma("omp for") for (int i = 0; i < N; i++) y[i] = x[i] + 1
#define SECOND_LOOP _Pragma("omp for") for (int i = 0; i < N; i++) x[i] += y[i]

#define NOTE(variable) _Pragma("omp atomic write") variable = 1

static __attribute__((noinline)) int isOn(pthread_t thread) { return pthread_equal(pthread_self(), thread); }

int main(void) {
  pthread_t self = pthread_self();
  int *number = &errno;
  void *pointer = __builtin_thread_pointer();
  int selves = 0, called = 0, numbers = 0, pointers = 0;
  fill();
#pragma omp parallel num_threads(3)
  {
    if (!pthread_equal(pthread_self(), self)) {
      NOTE(selves);
    }
    FIRST_LOOP;
    SECOND_LOOP;
  }
#pragma omp parallel num_threads(3)
  {
    if (!isOn(self)) {
      NOTE(called);
    }
    FIRST_LOOP;
    SECOND_LOOP;
  }
#pragma omp parallel num_threads(3)
  {
    if (&errno != number) {
      NOTE(numbers);
    }
    FIRST_LOOP;
    SECOND_LOOP;
  }
#pragma omp parallel num_threads(3)
  {
    if (__builtin_thread_pointer() != pointer) {
      NOTE(pointers);
    }
    FIRST_LOOP;
    SECOND_LOOP;
  }
  printf("%d %d %d %d\n", selves, called, numbers, pointers);
  show("end");
}
