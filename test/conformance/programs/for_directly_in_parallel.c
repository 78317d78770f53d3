// FLAGS: -O3
// CONVERTED: 2
// PROMOTES
// `for` alone in a `parallel`, with clauses on either directive, and with the loop in braces.
#include "support.h"

int main(void) {
  static unsigned a[2000];
  long sum = 0;
  int last = 0;
#pragma omp parallel shared(a) num_threads(3)
#pragma omp for schedule(dynamic, 4)
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)work((unsigned)i, 3);
#pragma omp parallel firstprivate(last)
  {
#pragma omp for reduction(+ : sum) nowait
    for (int i = 0; i < 2000; i++) {
      last = i;
      sum += a[i] % 100 + (unsigned)last;
    }
  }
  SHOW("sum", sum);
  SHOW_ARRAY("a", a, 2000);
}
