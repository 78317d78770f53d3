/// Compiled by plain clang: it waits for a task that a function of ours has left to it.
#include <stdlib.h>
void step(int *done);
void between(void) {
  int done = 0;
  step(&done);
#pragma omp taskwait
  if (!__atomic_load_n(&done, __ATOMIC_SEQ_CST))
    abort();
  done = 0;
#pragma omp taskgroup
  step(&done);
  if (!__atomic_load_n(&done, __ATOMIC_SEQ_CST))
    abort();
}
