// for simd, and simd loops, in a region.
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
  double sum = 0;
  long k = 1;
#pragma omp parallel
  {
#pragma omp for simd
    for (int i = 0; i < N; i++)
      a[i] = b[i] * 2;
#pragma omp for simd reduction(+ : sum) linear(k : 2)
    for (int i = 0; i < N; i++) {
      sum += a[i];
      y[i] = k;
      k += 2;
    }
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp simd
      for (int j = 0; j < 200; j++)
        c[i * 200 + j] = a[i * 200 + j] + sum;
    }
  }
  printf("~ %.10g\n%ld\n", sum, k);
  show("end");
}
