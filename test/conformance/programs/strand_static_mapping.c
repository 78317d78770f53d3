// With equal static schedules, a thread gets the same iterations in each loop, so none of them needs a barrier.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int owner[LENGTH], chunked[LENGTH];
static long a[LENGTH], b[LENGTH];

int main(void) {
  for (int threads = 1; threads <= 7; threads += 2) {
#pragma omp parallel num_threads(threads)
    {
      int me = omp_get_thread_num();
#pragma omp for schedule(static) nowait
      for (int i = 0; i < LENGTH; i++) {
        owner[i] = me;
        a[i] = i * 3L;
      }
#pragma omp for schedule(static) nowait
      for (int i = 0; i < LENGTH; i++) {
        CHECK(owner[i] == me);
        b[i] = a[i] + 1;
      }
#pragma omp for schedule(static, 13) nowait
      for (int i = 0; i < LENGTH; i++)
        chunked[i] = me;
#pragma omp for schedule(static, 13) nowait
      for (int i = 0; i < LENGTH; i++)
        CHECK(chunked[i] == me && me == i / 13 % threads);
    }
    // In order, and none is more than one larger than another.
    for (int i = 1; i < LENGTH; i++)
      CHECK(owner[i] == owner[i - 1] || owner[i] == owner[i - 1] + 1);
    CHECK(owner[0] == 0 && owner[LENGTH - 1] == threads - 1);
    SHOW_ARRAY("b", b, LENGTH);
  }
}
