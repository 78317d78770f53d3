// A thread's local array is shared between barriers.
#include <omp.h>
int *shared, out[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int local[4] = {0};
#pragma omp master
    shared = local;
#pragma omp barrier
    shared[omp_get_thread_num()]++;
#pragma omp barrier
    out[omp_get_thread_num()] = local[0];
  }
  return out[0] != 1;
}
