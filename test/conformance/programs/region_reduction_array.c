// A reduction over an array, at a loop of the region.
// CONVERTED: 3
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

int main(void) {
  fill();
  long counts[8] = {0};
#pragma omp parallel
  {
#pragma omp for reduction(+ : counts[ : 8])
    for (int i = 0; i < N; i++)
      counts[x[i] % 8]++;
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = counts[x[i] % 8];
  }
  for (int k = 0; k < 8; k++)
    printf("%ld\n", counts[k]);
  show("end");
}
