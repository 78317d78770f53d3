// FLAGS: -O2
// Steps that all threads leave together: by break, by a goto behind the loops, and in a switch.
#include "support.h"

enum { N = 700 };
static long a[N];

int main(void) {
  long error = 0, steps = 0;
  for (int i = 0; i < N; i++)
    a[i] = i % 50;
#pragma omp parallel num_threads(3)
  {
    for (int step = 0;; step++) {
#pragma omp for
      for (int i = 0; i < N; i++)
        a[i] = a[i] * 7 / 8;
#pragma omp single
      error = 0;
#pragma omp for reduction(max : error)
      for (int i = 0; i < N; i++)
        error = a[i] > error ? a[i] : error;
      if (error < 5)
        goto done;
      switch (step % 3) {
      case 0:
#pragma omp single
        steps += 1;
        break;
      case 1:
        continue;
      default:
#pragma omp master
        steps += 10;
      }
      if (step > 40)
        break;
    }
  done:;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] += steps;
  }
  SHOW("steps", steps);
  SHOW_ARRAY("a", a, N);
}
