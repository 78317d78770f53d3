//===- baselines.c - compiled TPAL against C, in one process -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Times each TPAL program and the same loop in C alternately, on one worker, and prints a line for each:
//
//     name  C in ms  TPAL in ms  ratio
//
// The minimum of several runs on both sides. bench/tpal.py compiles and runs it.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "tpal_fib.h"
#include "tpal_mandelbrot.h"
#include "tpal_prod.h"
#include "tpal_spmv.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
  ProdIterations = 20000000,
  FibArgument = 27,
  Width = 400,
  Height = 250,
  Limit = 200,
  MaximalRows = 400000,
  RowLength = 10
};

// How much of the matrix there is, and how often it is used.
static int64_t usedRows, rounds;

// Without the barrier the compiler replaces the loop by a multiplication.
__attribute__((noinline)) static int64_t prod(int64_t a, int64_t b) {
  int64_t r = 0;
  while (a) {
    r += b;
    --a;
    __asm__ volatile("" : "+r"(r));
  }
  return r;
}

__attribute__((noinline)) static int64_t fib(int64_t n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__attribute__((noinline)) static void mandelbrot(int64_t width, int64_t height, int64_t limit, int64_t *counts) {
  for (int64_t p = 0; p < width * height; ++p) {
    double cr = (double)(p % width) * 3.0 / (double)width - 2.0;
    double ci = (double)(p / width) * 2.0 / (double)height - 1.0;
    double zr = 0, zi = 0;
    int64_t n = 0;
    for (; n < limit; ++n) {
      double a = zr * zr, b = zi * zi;
      if (4.0 < a + b)
        break;
      zi = zr * zi * 2.0 + ci;
      zr = a - b + cr;
    }
    counts[p] = n;
  }
}

__attribute__((noinline)) static void spmv(int64_t n, const int64_t *rows, const int64_t *columns, const double *values,
                                           const double *x, double *y) {
  for (int64_t i = 0; i < n; ++i) {
    double sum = 0;
    for (int64_t k = rows[i]; k < rows[i + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

static int64_t rows[MaximalRows + 1], columns[MaximalRows * RowLength], counts[Width * Height];
static double values[MaximalRows * RowLength], x[MaximalRows], y[MaximalRows], zeros[MaximalRows];

static void makeMatrix(int64_t rowCount, int64_t roundCount) {
  usedRows = rowCount;
  rounds = roundCount;
  uint64_t state = 1;
  for (int64_t k = 0; k < usedRows * RowLength; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    columns[k] = (int64_t)((state >> 33) % (uint64_t)usedRows);
    values[k] = (double)(state >> 60);
  }
  for (int64_t i = 0; i < usedRows; ++i) {
    rows[i + 1] = (i + 1) * RowLength;
    x[i] = (double)(i % 7);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int wrong = 0;

static void check(const char *what, int holds) {
  if (!holds) {
    fprintf(stderr, "%s: wrong result\n", what);
    wrong = 1;
  }
}

static void cProd(void) { check("prod", prod(ProdIterations, 7) == 7 * (int64_t)ProdIterations); }
static void tpalProd(void) {
  struct tpal_prod_inputs in = {.a = ProdIterations, .b = 7};
  struct tpal_prod_outputs out;
  tpal_prod(&in, &out);
  check("prod", out.c.integer == 7 * (int64_t)ProdIterations);
}

static void cFib(void) { check("fib", fib(FibArgument) == 196418); }
static void tpalFib(void) {
  struct tpal_fib_inputs in = {.n = FibArgument};
  struct tpal_fib_outputs out;
  tpal_fib(&in, &out);
  check("fib", out.f.integer == 196418);
}

static void cMandelbrot(void) { mandelbrot(Width, Height, Limit, counts); }
static void tpalMandelbrot(void) {
  struct tpal_mandelbrot_inputs in = {.width = Width, .height = Height, .limit = Limit};
  struct tpal_mandelbrot_outputs out;
  tpal_mandelbrot(&in, &out);
  for (int p = 0; p < 72; ++p)
    check("mandelbrot", out.counts[p].integer == counts[p]);
}

static void cSpmv(void) {
  for (int round = 0; round < rounds; ++round)
    spmv(usedRows, rows, columns, values, x, y);
}
static void tpalSpmv(void) {
  // The program repeats by itself, so that copying the arrays hardly counts.
  struct tpal_spmv_inputs in = {.n = usedRows,
                                .rounds = rounds,
                                .rows = {rows, (size_t)usedRows + 1},
                                .columns = {columns, (size_t)usedRows * RowLength},
                                .values = {values, (size_t)usedRows * RowLength},
                                .x = {x, (size_t)usedRows},
                                .y = {zeros, (size_t)usedRows}};
  struct tpal_spmv_outputs out;
  tpal_spmv(&in, &out);
  for (int i = 0; i < 8; ++i)
    check("spmv", out.y[i].number == y[i]);
}

static void compare(const char *name, void (*c)(void), void (*tpal)(void), int runs) {
  double best[2] = {1e9, 1e9};
  for (int run = 0; run < runs; ++run) {
    double start = now();
    c();
    double middle = now();
    tpal();
    double end = now();
    if (middle - start < best[0])
      best[0] = middle - start;
    if (end - middle < best[1])
      best[1] = end - middle;
  }
  printf("%s %.3f %.3f %.2f\n", name, best[0], best[1], best[1] / best[0]);
}

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 11;
  compare("prod", cProd, tpalProd, runs);
  compare("mandelbrot", cMandelbrot, tpalMandelbrot, runs);
  makeMatrix(20000, 400);
  compare("spmv-in-cache", cSpmv, tpalSpmv, runs);
  makeMatrix(MaximalRows, 100);
  compare("spmv-in-memory", cSpmv, tpalSpmv, runs < 3 ? runs : 3);
  compare("fib", cFib, tpalFib, runs);
  return wrong;
}
