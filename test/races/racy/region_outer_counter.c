// The counter of a sequential loop in a region is shared.
int i, a[4][10];
#include <omp.h>
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    for (i = 0; i < 10; ++i)
      a[me][i % 10] = i;
  }
  return a[0][0] < 0;
}
