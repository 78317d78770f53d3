// What a pragma without clauses has made of loops is said, and what keeps passes apart, with the line and the name.
// RUN: %tactus-clang -O1 -fno-caret-diagnostics -ftactus-remarks -ftactus-remarks-missed -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %tactus-clang -O2 -Werror -Wall -c %s -o /dev/null
// RUN: %tactus-clang -O0 -fno-caret-diagnostics -Rpass-missed=tactus -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: remark: not spliced: nothing is optimised here; compile with -O1 or more
#include <math.h>
void unknown(double *);
static double total;
struct grid {
  long size;
  double *cells;
};

void reasons(double *a, double *b, const int *index, struct grid *g, long n, long steps, double (*plane)[100]) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: it is not known which part of 'a' an iteration reads: the place depends on what is read from 'index' (line [[@LINE+2]]) [-Rpass-missed=tactus]
    for (long i = 0; i < n; i++)
      b[i] = a[index[i]];
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: it is not known which part of 'cells' an iteration reads: the loop might change 'cells'; read it into a variable before the loop (line [[@LINE+3]]) [-Rpass-missed=tactus]
    for (long i = 0; i < n; i++)
      if (a[i] > 3)
        b[i] = g->cells[i];
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: it can be left in the middle of an iteration (line [[@LINE+2]]) [-Rpass-missed=tactus]
    for (long i = 0; i < n; i++) {
      if (a[i] < 0)
        break;
      b[i] = 1;
    }
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: each iteration needs a value of the one before (line [[@LINE+2]]) [-Rpass-missed=tactus]
    for (long i = 1; i < n; i++)
      total += a[i];
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: it calls 'unknown', of which it is not known what it touches (line [[@LINE+2]]) [-Rpass-missed=tactus]
    for (long i = 0; i < n; i++)
      unknown(&a[i]);
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this code and behind it are not spliced together: it is not known what 'unknown' touches [-Rpass-missed=tactus]
    unknown(b);
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: it is not known which part of 'a' an iteration writes: the place is no linear function of loop counters that cannot wrap around; use counters of type long (line [[@LINE+2]]) [-Rpass-missed=tactus]
    for (unsigned i = 1; i < 100; i++)
      a[i - 3U] = b[i];
    for (long i = 0; i < n; i++)
      for (long j = 0; j < 100; j++)
        plane[i][j] = exp(plane[i][j]);
  }
}

// The pragma stands before the loop around, before one of its passes, or before a block of passes.
void inside(double *a, double *b, long n, long steps) {
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
#pragma splice
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    for (long i = 1; i < n; i++)
      b[i] = a[i];
  }
}
static void pass(double *a, long n, double factor) {
  for (long i = 0; i < n; i++)
    a[i] *= factor;
}
void block(double *a, long n) {
  // CHECK-DAG: [[@LINE+1]]:1: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
#pragma splice
  {
    pass(a, n, 3);
    pass(a, n - 1, 4);
  }
}

void nothing(double *a, long n) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: there is no loop around this one [-Rpass-missed=tactus]
  for (long i = 0; i < n; i++)
    a[i] = 1;
  // CHECK-DAG: [[@LINE+1]]:1: remark: not spliced: there is no loop in this statement [-Rpass-missed=tactus]
#pragma splice
  a[3] = 2;
}

// Few iterations stay a loop; one is none.
void few(double *a, double *b, long n) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 2; t++) {
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    for (long i = 1; i < n; i++)
      b[i] = a[i];
  }
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: this loop does not repeat [-Rpass-missed=tactus]
  for (int t = 0; t < 1; t++) {
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + b[i];
    for (long i = 1; i < n; i++)
      b[i] = a[i];
  }
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < 2; t++)
#pragma splice
    for (long i = 1; i < n; i++)
      a[i] = b[i - 1] + a[i];
}

// A row begins at one of two places: remainders are bounded, in long and in int.
void colours(double *restrict a, long rows, long columns, int steps, double (*plane)[100]) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (long i = 1; i < rows - 1; i++)
        for (long j = 1 + (i + colour) % 2; j < columns - 1; j += 2)
          a[i * columns + j] = a[(i - 1) * columns + j] + a[(i + 1) * columns + j];
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 2 passes over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int i = 1; i < 77; i++)
        for (int j = 1 + (i + colour) % 2; j < 99; j += 2)
          plane[i][j] = plane[i - 1][j] + plane[i + 1][j] + plane[i][j - 1] + plane[i][j + 1];
}

// Directions come from a table of constants, and a short loop goes through them.
static const long direction[9] = {0, 1, 0, -1, 0, 7, 5, -7, -5};
void directions(double *a, double *b, long n, long steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (long t = 0; t < steps; t++) {
    for (long i = 9; i < n - 9; i++) {
      double part[9], sum = 0;
      for (long k = 0; k < 9; k++)
        sum += part[k] = a[i - direction[k]];
      for (long k = 0; k < 9; k++)
        b[i * 9 + k] = part[k] - sum;
    }
    double *swapped = a;
    a = b;
    b = swapped;
  }
}

// Characters are written through pointers, but not to variables of the file whose addresses nobody takes: bounds, and
// pointers that are swapped.
static int rows = 500, columns = 700;
static unsigned char *cells, *others;
void life(unsigned char *from, unsigned char *to, int generations) {
  rows += generations, cells = from, others = to;
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: spliced: 1 pass over arrays, whose effects are derived [-Rpass=tactus]
  for (int t = 0; t < generations; t++) {
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < columns - 1; j++)
        others[(long)i * columns + j] = cells[(long)(i - 1) * columns + j] ^ cells[(long)(i + 1) * columns + j];
    unsigned char *swapped = cells;
    cells = others;
    others = swapped;
  }
}

// Somebody has the address of this one.
static int width = 300;
int *address_of_width(void) { return &width; }
void shared_bound(unsigned char *a, int steps) {
#pragma splice
  // CHECK-DAG: [[@LINE+1]]:3: remark: not spliced: no loop in it has known effects [-Rpass-missed=tactus]
  for (int t = 0; t < steps; t++)
    // CHECK-DAG: [[@LINE+1]]:5: remark: passes before this loop and behind it are not spliced together: the number of its iterations is not known before it begins [-Rpass-missed=tactus]
    for (int i = 1; i < width; i++)
      a[i] = a[i - 1] + 1;
}
