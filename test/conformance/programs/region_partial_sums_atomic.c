// Partial sums, merged atomically.
// CONVERTED: 1
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
  long sum = 0, all = 1;
  double reals = 0.5;
#pragma omp parallel
  {
    long part = 0, bits = 0;
    double real = 0;
#pragma omp for
    for (int i = 0; i < N; i++) {
      part += x[i];
      bits |= x[i] & 12;
      real += a[i];
    }
#pragma omp atomic
    sum += part;
#pragma omp atomic
    all |= bits;
#pragma omp atomic
    reals += real;
  }
  printf("%ld %ld\n~ %.10g\n", sum, all, reals);
  show("end");
}
