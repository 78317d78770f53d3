// What the programs about regions share: arrays to work on, and one way to print them.
//
// A region's program has several loops over the same arrays, so that a loop that begins before the one before it has
// ended shows in what is printed.
#ifndef CONFORMANCE_REGION_ARRAYS_H
#define CONFORMANCE_REGION_ARRAYS_H

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

// The sum of doubles may be reassociated, so it stands on a line that the runner compares with a tolerance.
static void show(const char *name) {
  long sum = 0;
  double real = 0;
  for (int i = 0; i < N; i++) {
    sum = (sum * 31 + x[i] + y[i]) % 1000003;
    real += a[i] + 2 * b[i] + 3 * c[i];
  }
  printf("%s %ld\n~ %.10g\n", name, sum, real);
}

#endif
