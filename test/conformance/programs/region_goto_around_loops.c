// Loops of a region between a label and a goto, and in the cases of a switch.
#include "support.h"
static long a[1000];
int main(void) {
  int step = 0, more = 1;
#pragma omp parallel
  {
  again:
#pragma omp for
    for (int i = 0; i < 1000; i++)
      a[i] += i % (step + 2);
#pragma omp single
    {
      step++;
      more = a[999] < 40;
    }
    if (more)
      goto again;
    switch (step % 3) {
    case 0:
#pragma omp for
      for (int i = 0; i < 1000; i++)
        a[i] *= 2;
      break;
    case 1:
#pragma omp for
      for (int i = 0; i < 1000; i++)
        a[i] *= 3;
      /* fall through */
    default:
#pragma omp for
      for (int i = 0; i < 1000; i++)
        a[i] += 5;
    }
  }
  SHOW("step", step);
  SHOW_ARRAY("a", a, 1000);
}
