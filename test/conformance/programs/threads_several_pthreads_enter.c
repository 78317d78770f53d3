// FLAGS: -O2 -g
// CONVERTED: 2
// PROMOTES
// Four threads of the program's own run nests at the same time.
#include "support.h"
#include <pthread.h>

static unsigned a[4][30][40];
static void *run(void *argument) {
  unsigned t = (unsigned)(uintptr_t)argument;
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
#pragma omp parallel for
    for (int j = 0; j < 40; j++)
      a[t][i][j] = (unsigned)work(t * 10000 + (unsigned)(i * 40 + j), 3);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (uintptr_t t = 0; t < 4; t++)
    pthread_create(&threads[t], NULL, run, (void *)t);
  for (int t = 0; t < 4; t++)
    pthread_join(threads[t], NULL);
  SHOW_ARRAY("a", &a[0][0][0], 4800);
}
