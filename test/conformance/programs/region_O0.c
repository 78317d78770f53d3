// Without optimisation.
// FLAGS: -O0
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
  long t, sum = 0;
#pragma omp parallel private(t)
  for (int step = 0; step < 3; step++) {
    long part = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      t = x[i] + step;
      part += t;
      y[i] = t;
    }
#pragma omp critical
    sum += part;
#pragma omp barrier
#pragma omp for schedule(dynamic, 64)
    for (int i = 0; i < N; i++) {
      t = y[i];
      x[i] = t * 2;
    }
  }
  printf("%ld\n", sum);
  show("end");
}
