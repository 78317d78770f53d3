// Several regions in a function, inside of each other, with vectors and with nothing to do.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { N = 2000 };
typedef double Four __attribute__((vector_size(32)));
static double a[N], b[N], c[N];
static Four wide[N / 4], other[N / 4];

static double two(long n, int steps) {
#pragma splice
  for (int t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      b[i] = (a[i] + a[i - 1]) / 2;
    for (long i = 1; i < n; i++)
      a[i] = b[i];
  }
  double between = a[n / 2];
#pragma splice
  for (int t = 0; t < steps; t++) {
#pragma splice
    for (int u = 0; u < 2; u++) {
      for (long i = n - 2; i > 0; i--)
        c[i] = a[i + 1] + c[i - 1] / 4;
      for (long i = 0; i < n - 1; i += 3)
        a[i] -= c[i + 1] / 8;
    }
    a[t] = 5;
  }
  return between;
}

static void vectors(int steps) {
  Four factor = {0.5, 0.25, 0.125, 1}, plus = {1, 2, 3, 4};
#pragma splice
  for (int t = 0; t < steps; t++) {
    for (long i = 1; i < N / 4; i++)
      other[i] = wide[i - 1] * factor + plus;
    for (long i = 1; i < N / 4; i++)
      wide[i] = other[i] - plus * factor;
    plus += factor;
  }
}

static void triangle(long n, int steps) {
  static double square[60][60];
  for (long i = 0; i < 60; i++)
    for (long j = 0; j < 60; j++)
      square[i][j] = (double)(i * j % 11);
#pragma splice
  for (int t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      for (long j = i; j < n; j++)
        square[i][j] = square[i - 1][j] / 2 + square[j][i];
    for (long i = 0; i < n; i++)
      for (long j = 0; j <= i; j++)
        square[i][j] -= square[i][i] / 4;
    memmove(square[1], square[2], sizeof square[1]);
  }
  for (long i = 0; i < 60; i++)
    a[i] += square[i][59 - i];
}

static int jumping(void) {
  static jmp_buf back;
  int times = setjmp(back);
#pragma splice
  for (int t = 0; t < 4; t++)
    for (long i = 0; i < N; i++)
      a[i] += 1;
  if (times < 2)
    longjmp(back, times + 1);
  return times;
}

int main(void) {
  for (long i = 0; i < N; i++)
    a[i] = (double)(i * 7 % 31);
  for (long i = 0; i < N / 4; i++)
    wide[i] = (Four){(double)i, 1, 2, (double)(i % 5)};
  printf("%.9g\n", two(N, 12));
  printf("%.9g\n", two(1, 3)); // no iteration
  printf("%.9g\n", two(2, 0));
  vectors(9);
  triangle(60, 5);
  triangle(0, 5);
  printf("%d\n", jumping());
  double sum = 0;
  for (long i = 0; i < N; i++)
    sum += (a[i] * 3 + b[i] * 2 + c[i]) * (double)(i % 17) + wide[i / 4][i % 4] * (double)(i % 3);
  printf("%.9g\n", sum);
  return 0;
}
