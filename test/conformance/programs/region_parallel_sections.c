// parallel sections in one directive, with a private and a lastprivate variable.
// CONVERTED: 1
#include "region_arrays.h"

int main(void) {
  fill();
  int t, last = 0;
#pragma omp parallel sections private(t) lastprivate(last)
  {
#pragma omp section
    {
      t = 3;
      last = 1;
      for (int i = 0; i < N; i++)
        y[i] = x[i] + t;
    }
#pragma omp section
    {
      t = 4;
      last = 2;
      for (int i = 0; i < N; i++)
        c[i] = t;
    }
  }
  printf("%d\n", last);
  show("end");
}
