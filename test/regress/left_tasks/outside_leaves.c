/// Leaves a task to its caller.
#include <unistd.h>
static void work(int *done) {
  usleep(300);
  __atomic_store_n(done, 1, __ATOMIC_SEQ_CST);
}
void step(int *done) {
#pragma omp task
  work(done);
}
