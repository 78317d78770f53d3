// FLAGS: -O2
// NEEDS-OPENMP
// A region that needs its threads, and tasks which any of them may run: of one thread, of all, with waits and groups.
#include "strands.h"

static long slots[MOST_THREADS], cells[64], added;

int main(void) {
  long chain = 1;
#pragma omp parallel num_threads(4)
  {
    int mine = omp_get_thread_num();
    slots[mine] = mine + 1;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 64; i++) {
#pragma omp task firstprivate(i)
      cells[i] += i * slots[i % 4];
    }
    for (int k = 0; k < 5; k++) {
#pragma omp task
      {
#pragma omp atomic
        added += k + mine;
      }
    }
#pragma omp taskwait
#pragma omp single
#pragma omp taskgroup
    for (int k = 0; k < 10; k++) {
#pragma omp task depend(inout : chain)
      chain = (chain * 3 + k) % 10007;
    }
#pragma omp for schedule(static, 4)
    for (int i = 0; i < 64; i++)
      CHECK(i / 4 % 4 == omp_get_thread_num());
  }
  SHOW_ARRAY("cells", cells, 64);
  SHOW("added", added);
  SHOW("chain", chain);
}
