// A private variable of the region is scratch in two loops and in a single construct.
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
  long t, j;
#pragma omp parallel private(t, j)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      t = x[i];
      for (j = 0; j < 3; j++)
        t += j;
      y[i] = t;
    }
#pragma omp single
    {
      t = 5;
      for (j = 0; j < 4; j++)
        t *= 2;
      y[0] = t;
    }
#pragma omp for
    for (int i = 0; i < N; i++) {
      t = y[i];
      for (j = 0; j < 2; j++)
        t -= j;
      x[i] = t;
    }
  }
  show("end");
}
