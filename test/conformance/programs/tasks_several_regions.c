// Region after region, and threads of the program's own.
// FLAGS: -O2 -pthread
#include "support.h"
#include <pthread.h>
static uint64_t go(int depth, uint64_t seed) {
  if (depth == 0)
    return work(seed, 20);
  uint64_t x, y;
#pragma omp task shared(x)
  x = go(depth - 1, seed * 2);
#pragma omp task shared(y)
  y = go(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  return x * 3 + y;
}
static void *thread(void *p) {
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = go(7, *(uint64_t *)p);
  *(uint64_t *)p = r;
  return 0;
}
int main() {
  uint64_t sum = 0;
  for (int i = 0; i < 10; i++) {
    uint64_t r = 0;
#pragma omp parallel
#pragma omp single
    r = go(i % 6, (uint64_t)i);
    sum += r;
  }
  pthread_t threads[3];
  uint64_t values[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, thread, &values[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  SHOW("sum", sum);
  SHOW_ARRAY("values", values, 3);
}
