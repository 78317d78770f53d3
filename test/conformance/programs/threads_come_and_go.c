// FLAGS: -O2
// CONVERTED: 1
// Thirty short-lived threads, one after the other, each enter a loop and end: nothing of theirs may stay in use.
#include "support.h"
#include <pthread.h>

static uint64_t sums[30];
static void *run(void *argument) {
  uintptr_t t = (uintptr_t)argument;
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < 300; i++)
    h += work(t * 1000 + (unsigned)i, 3);
  sums[t] = h;
  return NULL;
}

int main(void) {
  for (uintptr_t t = 0; t < 30; t++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, (void *)t);
    pthread_join(thread, NULL);
  }
  SHOW_ARRAY("sums", sums, 30);
}
