// Every thread computes private values from shared ones, with the library's functions and one of its own.
// FLAGS: -lm
// CONVERTED: 3
#include <math.h>
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

static double scaled(int n) { return n % 7 ? n * 0.5 : 1; }

int main(void) {
  fill();
#pragma omp parallel
  {
    double scale = scaled(N) + floor(sqrt(a[5]));
#pragma omp for
    for (int i = 0; i < N; i++)
      c[i] = a[i] * scale;
#pragma omp barrier
    scale = scale + c[3];
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] += scale;
  }
  show("end");
}
