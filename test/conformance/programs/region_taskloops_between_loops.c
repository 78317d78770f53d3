// FLAGS: -O2
// Roles that create tasks and taskloops, between loops which need what these have computed.
#include "support.h"

enum { N = 1000 };
static long a[N], b[N];

static long tree(int depth, long from) {
  if (depth == 0)
    return from % 7;
  long left, right;
#pragma omp task shared(left)
  left = tree(depth - 1, from * 2);
#pragma omp task shared(right)
  right = tree(depth - 1, from * 2 + 1);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  long roots = 0;
#pragma omp parallel num_threads(3)
  for (int step = 0; step < 3; step++) {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i + step;
#pragma omp single
    {
      roots += tree(6, step + 1);
#pragma omp taskloop grainsize(50)
      for (int i = 0; i < N; i++)
        b[i] += a[i] * 3;
    }
#pragma omp master
#pragma omp taskgroup
    for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(i)
      b[i * 100] ^= 1;
    }
#pragma omp barrier
#pragma omp for schedule(dynamic, 16)
    for (int i = 0; i < N; i++)
      b[i] = (b[i] + b[i] / 3) % 100003;
  }
  SHOW("roots", roots);
  SHOW_ARRAY("b", b, N);
}
