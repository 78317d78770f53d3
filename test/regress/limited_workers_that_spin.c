// FLAGS: -O1
// Iterations that are seen to wait are begun beyond a team of OpenMP's, but not beyond a limit of workers.
#include <pthread.h>
#include <stdio.h>
#include <tactus/tactus.h>
#include <unistd.h>

static int running, most, isOver;

static void *end(void *context) {
  usleep(100000);
  __atomic_store_n(&isOver, 1, __ATOMIC_RELAXED);
  return context;
}

static void spin(uint64_t index, void *context) {
  (void)index;
  (void)context;
  int now = __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED), seen = __atomic_load_n(&most, __ATOMIC_RELAXED);
  while (now > seen && !__atomic_compare_exchange_n(&most, &seen, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  while (!__atomic_load_n(&isOver, __ATOMIC_RELAXED))
    ;
  __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
}

static void loop(void *context) { tactus_parallel_for(0, 16, spin, context); }

int main(void) {
  pthread_t ender;
  pthread_create(&ender, 0, end, 0);
  tactus_limit_workers(2, loop, 0);
  pthread_join(ender, 0);
  if (most > 2)
    printf("%d iterations ran at a time under a limit of 2 workers\n", most);
  return most > 2;
}
