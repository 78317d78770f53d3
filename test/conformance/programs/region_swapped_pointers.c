// Old and new state change roles in private pointers, the same in all threads.
#include "region_arrays.h"

int main(void) {
  fill();
#pragma omp parallel
  {
    double *now = a, *next = b;
    for (int step = 0; step < 7; step++) {
#pragma omp for
      for (int i = 0; i < N; i++)
        next[i] = (now[i] + now[(i + 1) % N]) / 2;
      double *kept = now;
      now = next;
      next = kept;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] = now[i] - next[i];
  }
  show("end");
}
