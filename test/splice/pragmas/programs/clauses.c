// Flags: -fopenmp
// Clauses before loops whose effects cannot be derived.
#include <stdio.h>
#include <tactus/splice.h>

enum { Size = 3001, Window = 8 };
static double a[Size], b[Size], c[Size];
static int near[Size], far[Size];

static void print(const char *what) {
  double sum = 0;
  for (int i = 0; i < Size; i++)
    sum += (a[i] + 2 * b[i] + 3 * c[i]) * (i % 29);
  printf("%s %.9g\n", what, sum);
}

__attribute__((noinline)) static void four(double *to, const double *from) {
  for (int k = 0; k < 4; k++)
    to[k] = from[k] / 2 + from[k + 1] / 3;
}

static void gather(void) {
#pragma splice Reads(tactus_range(a + i - Window, a + i + 1))
  for (long i = Window; i < Size; i++)
    b[i] = a[near[i]] / 2;
}

int main(void) {
  for (int i = 0; i < Size; i++) {
    a[i] = i % 13, b[i] = i % 5, c[i] = i % 3;
    near[i] = i < Window ? 0 : i - i * 7 % (Window + 1), far[i] = i * 7L % Size;
  }
  for (int step = 0; step < 20; step++) {
    gather();
    for (long i = 1; i < Size - 1; i++)
      a[i] = (b[i - 1] + b[i + 1]) / 2 + 1;
  }
  print("near");
#pragma splice
  for (int step = 0; step < 20; step++) {
#pragma splice Reads(tactus_range(a, a + Size))
    for (long i = 0; i < Size; i++)
      b[i] = a[far[i]] / 2 + step;
    for (long i = 1; i < Size - 1; i++)
      c[i] = (b[i - 1] + b[i + 1]) / 2 + 1;
    for (long i = 1; i < Size - 1; i++)
      a[i] = (c[i - 1] + c[i + 1]) / 2 - 1;
  }
  print("far");
#pragma splice
  for (int step = 0; step < 20; step++) {
#pragma splice Reads(tactus_range(a + i, a + i + 5)) Writes(tactus_range(b + i, b + i + 4))
    for (long i = 0; i < Size - 8; i += 4)
      four(b + i, a + i);
#pragma splice Reads(tactus_range(b + i, b + i + 5)) Writes(tactus_range(a + i, a + i + 4))
    for (long i = 0; i < Size - 8; i += 4)
      four(a + i, b + i);
  }
  print("calls");
#pragma splice
  for (int step = 0; step < 20; step++) {
#pragma splice Writes(tactus_range(a + i - Window, a + i + 1))
    for (long i = Window; i < Size; i++)
      a[near[i]] = b[i] + step;
#pragma splice Reads(tactus_range(a + i - Window, a + i + 1))
#pragma omp parallel for
    for (int i = Window; i < Size; i++)
      b[i] = a[near[i]] / 2;
  }
  print("scattered");
  return 0;
}
