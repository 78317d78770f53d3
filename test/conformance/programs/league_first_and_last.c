// FLAGS: -O2 -g
// ENV: KMP_WARNINGS=0
// CONVERTED: 3
// firstprivate, lastprivate and private of loops that a league divides.
#include "support.h"

enum { N = 2000 };
static long a[N];

int main(void) {
  long offset = 17, last = -1, scratch = 0, final = -1;
#pragma omp teams distribute parallel for num_teams(3) firstprivate(offset) lastprivate(last) private(scratch)
  for (int i = 0; i < N; i++) {
    scratch = i * 2;
    last = a[i] = scratch + offset;
  }
#pragma omp teams distribute parallel for lastprivate(final)
  for (int i = 0; i < N; i += 7)
    final = i;
#pragma omp teams num_teams(4) firstprivate(offset)
#pragma omp distribute lastprivate(last)
  for (int i = 0; i < N; i++) {
    a[i] += offset;
    last = a[i] + 1;
  }
  SHOW_ARRAY("a", a, N);
  SHOW("last", last);
  SHOW("final", final);
  SHOW("offset", offset);
}
