// Tasks that single creates are complete at its barrier.
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

static long fibonacci(int n) {
  long first, second;
  if (n < 2)
    return n;
#pragma omp task shared(first)
  first = fibonacci(n - 1);
  second = fibonacci(n - 2);
#pragma omp taskwait
  return first + second;
}

int main(void) {
  fill();
  long results[8] = {0};
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = x[i];
#pragma omp single
    for (int k = 0; k < 8; k++) {
#pragma omp task firstprivate(k)
      results[k] = fibonacci(k + 12);
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      x[i] += results[i % 8];
  }
  show("end");
}
