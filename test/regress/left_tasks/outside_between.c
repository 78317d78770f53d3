/// Compiled by plain clang or g++: what waits for, or depends on, tasks that functions of ours have left to it.
#include <stdlib.h>
void step(int *done);
void stepBefore(int *done);
static void demand(const int *done) {
  if (!__atomic_load_n(done, __ATOMIC_SEQ_CST))
    abort();
}
void between(void) {
  int done = 0;
  step(&done);
#pragma omp taskwait
  demand(&done);
  done = 0;
#pragma omp taskgroup
  step(&done);
  demand(&done);
  done = 0;
  stepBefore(&done);
#pragma omp task depend(in : done) shared(done)
  demand(&done);
#pragma omp taskwait
  done = 0;
  stepBefore(&done);
#pragma omp taskwait depend(in : done)
  demand(&done);
#pragma omp taskwait
}
