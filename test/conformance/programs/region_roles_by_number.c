// Each thread does something else by its number, and then all share a loop.
// NEEDS-OPENMP
#include "strands.h"
static long a[400], b[400], c;
int main(void) {
#pragma omp parallel num_threads(4)
  {
    switch (omp_get_thread_num()) {
    case 0:
      for (int i = 0; i < 400; i++)
        a[i] = i * 2;
      break;
    case 1:
      for (int i = 0; i < 400; i++)
        b[i] = i * 3;
      break;
    case 2:
      for (int i = 0; i < 4000; i++)
        c += i;
      break;
    default:;
    }
#pragma omp barrier
    long first = a[omp_get_thread_num()];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < 400; i++) {
      a[i] += b[i] + c;
    }
#pragma omp atomic
    c += first;
  }
  SHOW_ARRAY("a", a, 400);
  SHOW("c", c);
}
