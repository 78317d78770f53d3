// A region in a member function, with members that it reads and writes.
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

struct Field {
  long scale = 3, total = 0;
  void step() {
#pragma omp parallel
    {
#pragma omp for reduction(+ : total)
      for (int i = 0; i < N; i++)
        total += x[i] * scale;
#pragma omp single
      scale = 2;
#pragma omp for
      for (int i = 0; i < N; i++)
        y[i] = x[i] * scale;
    }
  }
};

int main(void) {
  fill();
  Field field;
  field.step();
  printf("%ld\n", field.total);
  show("end");
}
