/// Leaves a task to its caller, without and with a dependence.
#include <unistd.h>
static void work(int *done) {
  usleep(300);
  __atomic_store_n(done, 1, __ATOMIC_SEQ_CST);
}
void step(int *done) {
#pragma omp task
  work(done);
}
void stepBefore(int *done) {
#pragma omp task depend(out : *done)
  work(done);
}
