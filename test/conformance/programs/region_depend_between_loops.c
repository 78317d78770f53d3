// Tasks with dependences between the loops of a region.
#include "support.h"
enum { B = 12, S = 100 };
static long a[B][S];
static void stage(long *v, const long *w, int k) {
  for (int i = 0; i < S; i++)
    v[i] = (v[i] * 3 + w[S - 1 - i] + k) % 100003;
}
int main(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < B; i++)
      for (int j = 0; j < S; j++)
        a[i][j] = i * j % 31;
#pragma omp single
    {
      for (int t = 0; t < 5; t++)
        for (int i = 1; i < B; i++) {
#pragma omp task depend(in : a[i - 1]) depend(inout : a[i]) firstprivate(i, t)
          stage(a[i], a[i - 1], t);
        }
#pragma omp taskwait
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < B; i++)
      for (int j = 0; j < S; j++)
        a[i][j] += j;
  }
  SHOW_ARRAY("a", a[0], B * S);
}
