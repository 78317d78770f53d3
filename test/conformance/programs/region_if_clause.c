// An if clause: false, the team has one thread and keeps the order.
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
  for (int k = 0; k < 2; k++) {
#pragma omp parallel if (k == 1)
    {
#pragma omp for
      for (int i = 1; i < N; i++)
        if (k == 0)
          y[i] = y[i - 1] + x[i];
        else
          y[i] = x[i];
#pragma omp for
      for (int i = 0; i < N; i++)
        x[i] += y[i];
    }
  }
  show("end");
}
