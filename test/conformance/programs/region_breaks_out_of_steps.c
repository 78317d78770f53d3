// Time steps end when a reduction says so, by break out of one loop and goto out of two.
#include "region_arrays.h"

int main(void) {
  fill();
  long changed = 0;
  int steps = 0;
#pragma omp parallel
  {
    for (int outer = 0; outer < 10; outer++) {
      for (int inner = 0; inner < 10; inner++) {
#pragma omp barrier
#pragma omp single
        {
          changed = 0;
          steps++;
        }
#pragma omp for reduction(+ : changed)
        for (int i = 0; i < N; i++) {
          long next = x[i] > 3 ? x[i] / 2 : x[i];
          changed += next != x[i];
          x[i] = next;
        }
        if (changed == 0)
          goto done;
        if (inner > 2)
          break;
      }
#pragma omp for
      for (int i = 0; i < N; i++)
        y[i] += x[i];
    }
  done:;
  }
  printf("%d steps\n", steps);
  show("end");
}
