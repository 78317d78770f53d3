// FLAGS: -O2
// Threads that draw tickets by atomic capture, and locks in iterations: who gets what is open, the sums are not.
#include "strands.h"

static long marks[LENGTH], sums[4];

int main(void) {
  long next = 0;
#ifdef _OPENMP
  omp_lock_t locks[4];
  for (int k = 0; k < 4; k++)
    omp_init_lock(&locks[k]);
#endif
#pragma omp parallel num_threads(5)
  {
    for (;;) {
      long mine;
#pragma omp atomic capture
      mine = next++;
      if (mine >= LENGTH)
        break;
      marks[mine]++;
    }
#pragma omp barrier
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i < LENGTH; i++) {
#ifdef _OPENMP
      omp_set_lock(&locks[i % 4]);
#endif
      sums[i % 4] += marks[i] * i;
#ifdef _OPENMP
      omp_unset_lock(&locks[i % 4]);
#endif
    }
  }
  SHOW_ARRAY("marks", marks, LENGTH);
  SHOW_ARRAY("sums", sums, 4);
}
