// The thread with the last iteration hands out lastprivate and linear variables, in every schedule. The dynamic one is
// monotonic because libomp 19, with which this is compared, mostly loses lastprivate values of those that are not.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int threads[MOST_THREADS];

int main(void) {
  long first = 0, second = 0, third = 0;
  int line = 3;
#pragma omp parallel num_threads(5)
  {
    threads[omp_get_thread_num()] = 1;
#pragma omp for lastprivate(first) schedule(static)
    for (int i = 0; i < LENGTH; i++)
      first = i * 2L;
#pragma omp for lastprivate(second) schedule(monotonic : dynamic, 7) nowait
    for (int i = 0; i < LENGTH; i++)
      second = i * 3L;
#pragma omp for lastprivate(third) schedule(static, 3) nowait
    for (int i = 0; i < 4; i++)
      third = i * 4L;
#pragma omp for linear(line : 2)
    for (int i = 0; i < LENGTH; i++)
      line += 2;
  }
  SHOW("first", first);
  SHOW("second", second);
  SHOW("third", third);
  SHOW("line", line);
  SHOW_ARRAY("threads", threads, MOST_THREADS);
}
