// A threadprivate variable of each thread begins with the master's value, and is carried from loop to loop.
// LEFT: threadprivate
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static long seed;
#pragma omp threadprivate(seed)

int main(void) {
  long sums[MOST_THREADS] = {0};
  seed = 17;
#pragma omp parallel num_threads(4) copyin(seed)
  {
    CHECK(seed == 17);
#pragma omp for schedule(static, 3)
    for (int i = 0; i < 120; i++)
      seed = (seed * 31 + i) % 1009;
#pragma omp for schedule(static)
    for (int i = 0; i < LENGTH; i++)
      seed = (seed * 7 + i) % 1013;
    sums[omp_get_thread_num()] = seed;
  }
  SHOW_ARRAY("sums", sums, 4);
}
