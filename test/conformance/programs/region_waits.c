// A thread waits for what another does in the region: stays.
// LEFT: wait
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < 2; i++) {
      if (i == 1)
        __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
      else
        while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
          ;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
  }
  show("end");
}
