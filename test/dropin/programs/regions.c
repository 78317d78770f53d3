// Regions one behind the other, of several masters and of changing sizes: who is late in leaving one must not touch the
// next. With tasks in some, and masters that end.
#include "check.h"

#include <pthread.h>
#include <unistd.h>

enum { Masters = 3, Regions = 600, Tasks = 12 };

static void region(int round, int size) {
  int tasks = 0, members = 0, numbers = 0, levels = 0, sections = 0;
#pragma omp parallel num_threads(size) reduction(+ : members, numbers, levels)
  {
    members = 1;
    numbers = omp_get_thread_num();
    levels = omp_get_level();
    if (round % 3 != 0) {
#pragma omp single nowait
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(tasks) firstprivate(i)
        {
#pragma omp task shared(tasks)
          __atomic_fetch_add(&tasks, 1, __ATOMIC_RELAXED);
          CHECK(omp_get_num_threads() <= size && omp_get_level() == 1);
          __atomic_fetch_add(&tasks, i, __ATOMIC_RELAXED);
        }
      }
    }
    if (round % 4 == 1) {
#pragma omp barrier
#pragma omp for schedule(dynamic) reduction(+ : sections)
      for (int i = 0; i < Tasks; ++i)
        sections += i;
    }
    if (round % 100 == 99 && omp_get_thread_num() == 0)
      usleep(2000); // the others fall asleep
  }
  CHECK(members >= 1 && members <= size && numbers == members * (members - 1) / 2 && levels == members);
  CHECK(tasks == (round % 3 != 0 ? Tasks + Tasks * (Tasks - 1) / 2 : 0));
  CHECK(sections == (round % 4 == 1 ? Tasks * (Tasks - 1) / 2 : 0));
}

static void *master(void *argument) {
  int sizes[] = {2, 4, 3, 1, 2}, start = *(int *)argument;
  for (int round = start; round < start + Regions; ++round)
    region(round, sizes[round / 7 % 5]);
  return NULL;
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    pthread_t threads[Masters];
    int starts[Masters];
    for (int i = 0; i < Masters; ++i) {
      starts[i] = i;
      pthread_create(&threads[i], NULL, master, &starts[i]);
    }
    master(&starts[0]);
    for (int i = 0; i < Masters; ++i)
      pthread_join(threads[i], NULL);
  }
  return report();
}
