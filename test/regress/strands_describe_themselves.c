// FLAGS: -O2
// libomp's header calls C's omp_capture_affinity() ompc_capture_affinity(), and that name went past us: each thread of
// a team of strands was 0 of 1. The other name is a function of Fortran's there.
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4][64];
#pragma omp parallel num_threads(4)
  omp_capture_affinity(text[omp_get_thread_num()], 64, "%n of %N, level %L, parent %a");
  for (int number = 0; number < 4; number++) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%d of 4, level 1, parent 0", number);
    if (strcmp(text[number], wanted) != 0)
      return fprintf(stderr, "%s\n", text[number]), 1;
  }
  return 0;
}
