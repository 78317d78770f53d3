// More loops with chunks in a row than members may be apart, without barriers: dynamic, guided, by OMP_SCHEDULE, and
// static with chunks; sections and single among them.
// LEFT: *
// PHASES
// NEEDS-OPENMP
// ENV: OMP_SCHEDULE=guided,3
#include "strands.h"

static long numbers[LENGTH];
static long counts[MOST_THREADS][8];

int main(void) {
  fill_numbers(numbers, LENGTH);
  long singles = 0, sections = 0, sums[4] = {0};
#pragma omp parallel num_threads(3)
  {
    long *own = counts[omp_get_thread_num()];
    for (int step = 0; step < 12; step++) {
#pragma omp for schedule(dynamic, 100) nowait
      for (int i = 0; i < LENGTH; i++)
        own[0] += numbers[i];
#pragma omp for schedule(guided) nowait
      for (int i = 0; i < LENGTH; i++)
        own[1] += numbers[i];
#pragma omp single nowait
      singles++;
#pragma omp for schedule(runtime) nowait
      for (unsigned long i = 0; i < LENGTH; i++)
        own[2] += numbers[i];
#pragma omp sections nowait
      {
#pragma omp section
#pragma omp atomic
        sections++;
#pragma omp section
#pragma omp atomic
        sections += 2;
      }
#pragma omp for schedule(static, 13) nowait
      for (long i = LENGTH - 1; i >= 0; i--)
        own[3] += numbers[i];
    }
#pragma omp critical
    for (int k = 0; k < 4; k++)
      sums[k] += own[k];
  }
  SHOW("singles", singles);
  SHOW("sections", sections);
  SHOW_ARRAY("sums", sums, 4);
}
