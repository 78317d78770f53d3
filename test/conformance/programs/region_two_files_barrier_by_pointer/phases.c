#include "strands.h"
static void meet(void) {
#pragma omp barrier
}
void (*meeting(void))(void) { return meet; }
void share(long *v, int n, long k) {
#pragma omp for schedule(static, 5) nowait
  for (int i = 0; i < n; i++)
    v[i] += k;
}