// An if clause: false, the team has one thread and keeps the order.
// CONVERTED: 3
#include "region_arrays.h"

int main(void) {
  fill();
  for (int k = 0; k < 2; k++) {
#pragma omp parallel if (k == 1)
    {
#pragma omp for
      for (int i = 1; i < N; i++)
        if (k == 0)
          y[i] = y[i - 1] + x[i];
        else
          y[i] = x[i];
#pragma omp for
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
  }
  show("end");
}
