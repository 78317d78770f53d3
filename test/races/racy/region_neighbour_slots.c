// A thread reads its neighbour's slot without a barrier.
#include <omp.h>
int slots[4], sums[4];
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    slots[me] = me;
    sums[me] = slots[(me + 1) % 4];
  }
  return sums[0] < 0;
}
