// Reductions of the region by min, times, and logical operators.
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
  double least = 100;
  long product = 3;
  int all = 1, any = 0;
#pragma omp parallel reduction(min : least) reduction(* : product) reduction(&& : all) reduction(|| : any)
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      least = a[i] - 3 < least ? a[i] - 3 : least;
      all = all && x[i] >= 0;
    }
#pragma omp for
    for (int i = 0; i < 20; i++) {
      product *= 2;
      any = any || x[i] == 7;
    }
  }
  printf("%g %ld %d %d\n", least, product, all, any);
  show("end");
}
