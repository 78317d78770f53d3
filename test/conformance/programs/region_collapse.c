// Collapsed nests in a region.
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
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < 100; i++)
      for (int j = 0; j < 200; j++)
        y[i * 200 + j] = x[j * 100 + i];
#pragma omp for collapse(2) schedule(dynamic, 7)
    for (int i = 0; i < 100; i++)
      for (int j = i; j < 200; j++)
        x[i * 200 + j] += y[j * 100 + i];
  }
  show("end");
}
