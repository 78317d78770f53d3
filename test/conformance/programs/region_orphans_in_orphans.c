// Orphaned constructs in functions that other functions call, with private variables passed down.
#include <stdio.h>

enum { N = 20000 };
static double a[N], b[N], c[N];
static long x[N], y[N];

static void fill(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 17;
    b[i] = i % 5;
    c[i] = 0;
    x[i] = i * 7L % 1000;
    y[i] = 0;
  }
}

static void show(const char *name) {
  long sum = 0;
  double real = 0;
  for (int i = 0; i < N; i++) {
    sum = (sum * 31 + x[i] + y[i]) % 1000003;
    real += a[i] + 2 * b[i] + 3 * c[i];
  }
  printf("%s %ld\n~ %.10g\n", name, sum, real);
}

static void inner(long factor) {
#pragma omp for nowait
  for (int i = 0; i < N; i++)
    y[i] = x[i] * factor;
#pragma omp barrier
#pragma omp master
  y[0] = 1;
#pragma omp barrier
}

static void outer(const long *factor) {
  inner(*factor);
  if (*factor > 1)
    inner(*factor + 1);
}

int main(void) {
  fill();
#pragma omp parallel
  {
    long factor = 2;
    outer(&factor);
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += factor;
  }
  show("end");
}
