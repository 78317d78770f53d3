// exit() inside of a region, with a function of atexit() that reads what the region has written.
// NEEDS-OPENMP
#include "strands.h"
static long v[100];
static void bye(void) {
  SHOW("bye", v[7]);
  fflush(stdout);
}
int main(void) {
  atexit(bye);
#pragma omp parallel num_threads(3)
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      v[i] = i * i;
#pragma omp master
    {
      SHOW("exit", v[9]);
      exit(0);
    }
#pragma omp barrier
  }
}
