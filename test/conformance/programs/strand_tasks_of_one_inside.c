// A region of one thread inside of a member: its tasks may share a variable without a word, as they have one thread.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long sums[4];

static NOINLINE long add(long start) {
  long sum = start;
  for (int i = 0; i < 200; i++) {
#pragma omp task shared(sum) firstprivate(i)
    sum = sum * 3 % 10007 + (long)(work((uint64_t)i, 10) % 100);
  }
#pragma omp taskwait
  return sum;
}

int main(void) {
  volatile int never = 0;
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = me;
#pragma omp parallel if (never)
    {
      own += add(me);
    }
#pragma omp parallel num_threads(1)
    {
      own += add(2 * me);
    }
    sums[me] = own;
  }
  SHOW_ARRAY("sums", sums, 4);
}
