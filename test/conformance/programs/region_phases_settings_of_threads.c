// What a thread sets is its own, and is there behind barriers: settings of OpenMP, and how it rounds. Queries by
// functions; regions inside, which have levels and numbers of their own; regions in iterations of a loop.
// LEFT: *
// PHASES
// NEEDS-OPENMP
// FLAGS: -O2 -frounding-math
#include "strands.h"

#include <xmmintrin.h>

static NOINLINE int number(void) { return omp_get_thread_num(); }
static NOINLINE float third(volatile float one) { return one / 3; }

static void region(long *sum, int size) {
  long own = 0;
  int outer_level = omp_get_level(), outer = omp_get_ancestor_thread_num(outer_level);
#pragma omp parallel num_threads(size) reduction(+ : own)
  {
    int me = number(), threads = omp_get_num_threads(), level = omp_get_level();
    unsigned found = _mm_getcsr();
    omp_set_num_threads(me + 2);
    if (me % 2)
      _mm_setcsr(_mm_getcsr() | _MM_ROUND_UP);
    float value = third(1);
    for (int step = 0; step < 5; step++) {
#pragma omp barrier
      CHECK(omp_get_max_threads() == me + 2 && number() == me && omp_get_num_threads() == threads);
      CHECK(third(1) == value && omp_get_level() == level && omp_get_ancestor_thread_num(outer_level) == outer);
      long inside = 0;
#pragma omp parallel for num_threads(1) reduction(+ : inside)
      for (int i = 0; i < 10; i++)
        inside += omp_get_level() == level + 1 && omp_get_ancestor_thread_num(level) == me;
      own += inside;
      CHECK(number() == me);
    }
    _mm_setcsr(found);
    CHECK(own == 50);
  }
  *sum = own > 0;
}

int main(void) {
  long sums[40], all = 0;
  region(&sums[0], 4);
  SHOW("once", sums[0]);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    region(&sums[i], 3);
  for (int i = 0; i < 40; i++)
    all += sums[i];
  SHOW("all", all);
}
