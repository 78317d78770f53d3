// A thread reads the whole array behind a loop without a barrier.
int a[64], sums[4];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < 64; ++i)
      a[i] = i;
    int s = 0;
    for (int i = 0; i < 64; ++i)
      s += a[i];
    sums[omp_get_thread_num()] = s;
  }
  return sums[0] < 0;
}
