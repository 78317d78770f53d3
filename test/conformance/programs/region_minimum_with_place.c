// FLAGS: -O2
// Each thread finds its smallest element and where it is; under critical the region's is chosen, the first of equal
// ones.
#include "support.h"

enum { N = 3000 };
static long a[N];

int main(void) {
  long best = 0, place = 0, sum = 0;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < N; i++)
      a[i] = (long)(mix((uint64_t)(i + round * N)) % 700);
    best = 1L << 40;
    place = N;
#pragma omp parallel num_threads(4)
    {
      long own = 1L << 40, where = N;
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        if (a[i] < own) {
          own = a[i];
          where = i;
        }
#pragma omp critical
      if (own < best || (own == best && where < place)) {
        best = own;
        place = where;
      }
    }
    sum = sum * 31 + best * N + place;
  }
  SHOW("sum", sum);
}
