// FLAGS: -O2
// ENV: KMP_WARNINGS=0
// CONVERTED: 3
// The loop construct in a league, and in a target region without a device.
#include "support.h"

enum { N = 2500 };
static unsigned a[N], b[N];

int main(void) {
  unsigned *p = a, total = 0;
#pragma omp teams loop num_teams(2)
  for (int i = 0; i < N; i++)
    p[i] = (unsigned)work((unsigned)i, 2);
#pragma omp target teams distribute parallel for num_teams(3) map(tofrom : p[0 : N]) map(tofrom : total)               \
    reduction(+ : total)
  for (int i = 0; i < N; i++)
    total += p[i] % 10;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] = a[i] + total;
  SHOW("total", total);
  SHOW_ARRAY("b", b, N);
}
