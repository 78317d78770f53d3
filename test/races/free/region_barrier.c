// A barrier between writing and reading.
#include <omp.h>
int slots[4], sums[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    slots[me] = me;
#pragma omp barrier
    sums[me] = slots[(me + 1) % all];
  }
  return sums[0] != 1;
}
