// Groups within groups; each ends with all of its own.
#include "support.h"
static uint64_t a[64], b[64], c[64];
int main() {
  uint64_t first = 0, second = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 64; i++) {
#pragma omp task
        a[i] = work((uint64_t)i, 100);
      }
#pragma omp taskgroup
      {
        for (int i = 0; i < 64; i++) {
#pragma omp task
          b[i] = work((uint64_t)i + 100, 100);
        }
      }
      for (int i = 0; i < 64; i++)
        first += b[i];
#pragma omp task
      c[0] = first;
    }
    for (int i = 0; i < 64; i++)
      second += a[i] + c[i];
  }
  SHOW("first", first);
  SHOW("second", second);
}
