// Several threads of the program have regions at once, whose members wait for slots. Members that wait for each other
// by themselves, which nobody can see, go on nevertheless.
#include "check.h"
#include <pthread.h>
#include <sched.h>

enum { Masters = 3, Rounds = 40 };

static void *run(void *argument) {
  long failed = 0;
  for (int round = 0; round < Rounds; ++round) {
    int sum = 0, here = 0, size = 0;
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp single
      size = omp_get_num_threads();
      if (round % 8 == 0) {
        __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < size)
          sched_yield();
      }
#pragma omp for nowait
      for (int i = 0; i < 1000; ++i)
        sum += i;
#pragma omp barrier
#pragma omp single
#pragma omp task
      ++here;
    }
    failed += sum != 499500 || here != 1 + (round % 8 ? 0 : size);
  }
  *(long *)argument = failed;
  return NULL;
}

int main(void) {
  pthread_t threads[Masters];
  long failed[Masters];
  for (int i = 0; i < Masters; ++i)
    pthread_create(&threads[i], NULL, run, &failed[i]);
  for (int i = 0; i < Masters; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(failed[i] == 0);
  }
  return report();
}
