// Two functions that call each other, one of which counts the threads: neither may be executed once.
// LEFT: once a thread
// NEEDS-OPENMP
#include <stdio.h>

enum { N = 2000 };
static long x[N];
static int threads;

static void descend(int depth);
static void count(int depth) {
  descend(depth - 1);
#pragma omp atomic
  threads++;
}
static void descend(int depth) {
  if (depth > 0)
    count(depth);
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    if (x[5] == 1)
      count(1);
    descend(2);
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] = i;
  }
#pragma omp parallel num_threads(4)
  {
    descend(1);
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += i;
  }
  printf("%d %ld\n", threads, x[7]);
}
