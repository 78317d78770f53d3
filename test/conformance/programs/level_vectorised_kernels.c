// FLAGS: -O3 -march=native
// CONVERTED: 4
// PROMOTES
// Loops that vectorise: strip-mined by polls, with remainders, a conditional and a conversion.
#include "support.h"

enum { N = 6007 };
static float x[N], y[N];
static int a[N];
static unsigned char bytes[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (float)(mix((unsigned)i) % 512);
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] = 2.0f * x[i] + 1.0f;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = x[i] > 100.0f ? (int)y[i] : -i;
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    bytes[i] = (unsigned char)((a[i - 1] + a[i] + a[i + 1]) / 3);
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += (long)bytes[i] * a[i];
  SHOW("sum", sum);
  SHOW_ARRAY("y", y, N);
}
