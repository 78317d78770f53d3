// FLAGS: -O2
// Tasks of libomp contain parallel loops: those find themselves inside a region that libomp runs.
#include "support.h"

int main(void) {
  static uint64_t sums[20];
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 20; t++) {
#pragma omp task firstprivate(t)
    {
      uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
      for (int i = 0; i < 100; i++)
        h += work((unsigned)(t * 100 + i), 3);
      sums[t] = h;
    }
  }
  SHOW_ARRAY("sums", sums, 20);
}
