// Flags: -fopenmp
// Passes in functions whose callers have the loop in time; parallel passes in functions, and in several regions of one.
#include <stdio.h>

enum { Size = 3001 };
static double a[Size], b[Size], c[Size];

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < Size; i++)
    sum += (a[i] + 2 * b[i] + 3 * c[i]) * (i % 29);
  printf("%s %.9g\n", what, sum);
}

static void there_and_back(double *u, double *v) {
#pragma splice
  for (long i = 1; i < Size - 1; i++)
    v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
#pragma splice
  for (long i = Size - 2; i > 0; i--)
    u[i] = (v[i - 1] + v[i] + v[i + 1]) / 3;
}

void block(double *u, double *v) {
#pragma splice
  {
    for (long i = 1; i < Size; i++)
      v[i] += u[i - 1];
    for (long i = 0; i < Size - 1; i++)
      u[i] = v[i + 1] / 2;
  }
}

static void one(double *u, double *v) {
#pragma splice
  for (long i = 1; i < Size; i++)
    v[i] = u[i - 1] + u[i] / 2;
}
void one_or_other(int step) {
  if (step % 3)
    one(a, b);
  else
    one(b, a);
}

static void recursive(double *u, double *v, int levels) {
#pragma splice
  for (long i = 1; i < Size; i++)
    v[i] = u[i - 1] / 2 + v[i] / 4;
  for (int half = 0; half < 2 && levels > 0; half++)
    recursive(v, u, levels - 1);
}

static void parallel_pass(const double *from, double *to, double factor) {
#pragma omp parallel for
  for (int i = 1; i < Size - 1; i++)
    to[i] = (from[i - 1] + from[i + 1]) * factor;
}
static void parallel_passes(double factor) {
  parallel_pass(a, b, factor);
  parallel_pass(b, a, factor);
}

int main(void) {
  for (int i = 0; i < Size; i++)
    a[i] = i % 13, b[i] = i % 5, c[i] = i % 3;
  for (int step = 0; step < 20; step++)
    there_and_back(a, b);
  print("there and back");
  for (int step = 0; step < 20; step++) {
    block(a, b);
    if (step == 7)
      print("inside");
  }
  block(b, c);
  print("blocks");
  for (int step = 0; step < 20; step++)
    one_or_other(step);
  print("one or other");
  recursive(a, c, 4);
  print("recursive");
#pragma splice
  for (int step = 0; step < 20; step++)
    parallel_passes(0.4 + step * 0.01);
  print("parallel passes");
  double *now = b, *next = c;
#pragma splice
  for (int step = 0; step < 20; step++) {
    double half = step / 2.0;
#pragma omp parallel for firstprivate(half)
    for (int i = 1; i < Size - 1; i++)
      next[i] = (now[i - 1] + now[i + 1]) / 2 + half;
#pragma omp parallel for
    for (long i = 0; i < Size - 5; i++)
      a[i] = next[i + 5] - a[i];
    double *swapped = now;
    now = next;
    next = swapped;
  }
  print("second region");
  return 0;
}
