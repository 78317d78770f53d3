// A lock that a thread holds at a barrier: whoever is executed after it, in the same phase, would wait for ever.
// RUN: %remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

#include <omp.h>

static void enter(omp_lock_t *lock) { omp_set_lock(lock); }

void f(omp_lock_t *lock, int *a) {
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    if (me == 1)
// REMARK: remark: in the way of phases: a thread may hold a lock at a barrier, where another one waits for it [
      enter(lock);
#pragma omp barrier
    a[me]++;
    if (me == 1)
      omp_unset_lock(lock);
  }
}
// Given back before: phases.
void g(omp_lock_t *lock, int *a) {
// REMARK: remark: parallel region runs in phases
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    enter(lock);
    a[0] += me;
    omp_unset_lock(lock);
#pragma omp barrier
    a[me]++;
  }
}
