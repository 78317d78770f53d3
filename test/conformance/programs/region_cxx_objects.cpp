// Loops over objects of C++, with private objects in iterations and exceptions caught there.
// CONVERTED: 3
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

int main(void) {
  fill();
  std::vector<long> v(N, 1);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++) {
      std::vector<long> scratch(3, x[i]);
      v[i] += scratch[0] + scratch[2];
    }
#pragma omp for schedule(dynamic, 50)
    for (int i = 0; i < N; i++) {
      try {
        if (v[i] % 100 == 1)
          throw v[i];
        y[i] = v[i];
      } catch (long value) {
        y[i] = -value;
      }
    }
#pragma omp single
    v.push_back(5);
  }
  printf("%zu\n", v.size());
  show("end");
}
