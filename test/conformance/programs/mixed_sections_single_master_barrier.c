// FLAGS: -Os
// Regions with sections, single (copyprivate), master and barriers, beside a loop in the same region.
#include "support.h"

int main(void) {
  static unsigned a[1000];
  long x = 0, y = 0, once = 0, by_master = 0, sum = 0;
#pragma omp parallel sections
  {
#pragma omp section
    x = (long)(work(1, 100) % 1000);
#pragma omp section
    y = (long)(work(2, 100) % 1000);
  }
#pragma omp parallel reduction(+ : sum)
  {
    long seed;
#pragma omp single copyprivate(seed)
    {
      once++;
      seed = x + y;
    }
#pragma omp master
    by_master++;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 1000; i++)
      a[i] = (unsigned)(seed * i);
#pragma omp for
    for (int i = 0; i < 1000; i++)
      sum += a[999 - i] % 100;
  }
  SHOW("x", x);
  SHOW("y", y);
  SHOW("once", once);
  SHOW("master", by_master);
  SHOW("sum", sum);
  SHOW_ARRAY("a", a, 1000);
}
