// Code behind the loop reads what the thread's last iteration has written: stays.
// LEFT: private
// NEEDS-OPENMP
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel num_threads(2)
  {
    long mine = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      mine = i;
      y[i] = i;
    }
#pragma omp for schedule(static, 1)
    for (int t = 0; t < 2; t++)
      x[t] = mine;
  }
  show("end");
}
