// Regions of threads of the program that have small stacks.
// NEEDS-OPENMP
#include "strands.h"
#include <pthread.h>
static void *run(void *p) {
  long *out = p;
  long slots[2] = {0};
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    char pad[2000];
    memset(pad, me + 1, sizeof pad);
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 100; i++)
      slots[me] += pad[i * 7] * i;
#pragma omp barrier
#pragma omp single
    *out = slots[0] * 1000 + slots[1];
  }
  return 0;
}
int main(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 128 * 1024);
  pthread_t t[3];
  long out[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], &a, run, &out[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  SHOW_ARRAY("out", out, 3);
}
