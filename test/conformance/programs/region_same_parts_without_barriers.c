// Static loops without barriers between them: each thread finds what it has left, in memory and in private state.
// NEEDS-OPENMP
#include "strands.h"
static double a[5000], b[5000];
static long part[3];
int main(void) {
#pragma omp parallel num_threads(3)
  {
    double carry = 0;
    int n = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 5000; i++) {
      a[i] = i * 0.5 + carry;
      carry += 1;
      n++;
    }
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 5000; i++)
      b[i] = a[i] * 2 + carry;
#pragma omp for schedule(static)
    for (int i = 0; i < 5000; i++)
      a[i] = b[i] - a[i];
    part[omp_get_thread_num()] = n * 1000 + (long)carry;
  }
  SHOW_ARRAY("a", (char *)a, sizeof a);
  SHOW_ARRAY("part", part, 3);
}
