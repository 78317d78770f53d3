// FLAGS: -O3
// CONVERTED: 2
// A thread with a small stack (64 KiB) enters a nest: promotion may not need much of it.
#include "support.h"
#include <limits.h>
#include <pthread.h>

static unsigned a[30][40];
static void *run(void *unused) {
  (void)unused;
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
#pragma omp parallel for
    for (int j = 0; j < 40; j++)
      a[i][j] = (unsigned)work((unsigned)(i * 40 + j), 3);
  }
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  if (pthread_create(&thread, &attributes, run, NULL) != 0)
    return 1;
  pthread_join(thread, NULL);
  SHOW_ARRAY("a", &a[0][0], 1200);
}
