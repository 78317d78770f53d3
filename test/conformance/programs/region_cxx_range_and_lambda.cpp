// Ranges, lambdas and templates in a region's loops.
// LEFT: *
#include <cstdio>
#include <vector>

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

template <class F> static long apply(F f, long n) { return f(n) + 1; }

int main(void) {
  fill();
  std::vector<long> v(N, 2);
#pragma omp parallel
  {
#pragma omp for
    for (long &value : v)
      value = apply([](long n) { return n * 5; }, value);
#pragma omp for
    for (int i = 0; i < N; i++)
      y[i] = apply([&](long n) { return n + x[i]; }, v[i]);
  }
  show("end");
}
