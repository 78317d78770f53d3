// FLAGS: -O0 -g
// NOT-TSAN
// taskloop with a reduction, and tasks ordered by dependences.
#include "support.h"

int main(void) {
  static uint64_t a[500];
  uint64_t sum = 0, x = 1;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(50) reduction(+ : sum)
    for (int i = 0; i < 500; i++) {
      a[i] = work((unsigned)i, 3);
      sum += a[i];
    }
    for (int k = 0; k < 10; k++) {
#pragma omp task depend(inout : x) firstprivate(k) shared(x)
      x = mix(x + (unsigned)k);
    }
#pragma omp taskwait
  }
  SHOW("sum", sum);
  SHOW("x", x);
  SHOW_ARRAY("a", a, 500);
}
