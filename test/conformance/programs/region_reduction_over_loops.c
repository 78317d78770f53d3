// A reduction of the region, to which several loops contribute.
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
  long sum = 7, most = -1;
  double real = 1;
#pragma omp parallel reduction(+ : sum, real) reduction(max : most)
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      sum += x[i];
      if (x[i] > most)
        most = x[i];
    }
#pragma omp for schedule(dynamic, 11)
    for (int i = 0; i < N; i++) {
      sum -= i;
      real += a[i];
      if (2 * x[i] > most)
        most = 2 * x[i];
    }
  }
  printf("%ld %ld\n~ %.10g\n", sum, most, real);
  show("end");
}
