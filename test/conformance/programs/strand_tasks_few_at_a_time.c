// Members and their promoted tasks together are never more than the team has threads.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long cells[300], sums[2];
static int inside, most;

static void enter(void) {
  int now;
#pragma omp atomic capture seq_cst
  now = ++inside;
  if (now > 2) {
#pragma omp atomic write
    most = now;
  }
}

static void leave(void) {
#pragma omp atomic seq_cst
  --inside;
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    own = me;
    for (int round = 0; round < 3; round++) {
#pragma omp single nowait
      for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i, round)
        {
          enter();
          cells[100 * round + i] = (long)(work((uint64_t)(i + round), 100) % 1000);
          leave();
        }
      }
      enter();
      own += (long)(work((uint64_t)me, 3000) % 100);
      leave();
#pragma omp barrier
      own += cells[100 * round + me];
    }
    sums[me] = own;
  }
  SHOW("more than two", most);
  SHOW_ARRAY("cells", cells, 300);
  SHOW_ARRAY("sums", sums, 2);
}
