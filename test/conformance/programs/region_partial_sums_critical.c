// Partial sums over two loops, merged under critical.
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
  long sum = 0, lows = 3;
  double reals = 0.5;
#pragma omp parallel
  {
    long part = 0, low = 0;
    double real = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      part += x[i];
      real += a[i] * b[i];
    }
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      part -= i;
      low += x[i] & 1;
    }
#pragma omp critical
    {
      sum += part;
      lows += low;
      reals += real;
    }
  }
  printf("%ld %ld\n~ %.10g\n", sum, lows, reals);
  show("end");
}
