//===- conjugate-gradient.c - implicit time steps, each solved by CG --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Heat in a plate: each time step solves (I + L) u' = u by conjugate gradients. The matrix is sparse, in rows. One
// region holds all time steps; dot products are reductions into shared variables that `single` resets.
//
//===----------------------------------------------------------------------===//
#include "regions.h"

#include <math.h>
#include <string.h>

enum { Steps = 4, Iterations = 25 };

static size_t side, rows;
static size_t *starts;
static int32_t *columns;
static double *values, *initial, *u, *before, *r, *p, *q;
static double product, square;

static void run(void) {
#pragma omp parallel
  {
    for (int step = 0; step < Steps; ++step) {
#pragma omp single
      square = 0;
#pragma omp for BENCH_SCHEDULE reduction(+ : square)
      for (size_t i = 0; i < rows; ++i) {
        before[i] = r[i] = p[i] = u[i];
        u[i] = 0;
        square += r[i] * r[i];
      }
      for (int iteration = 0; iteration < Iterations; ++iteration) {
        double old = square;
#pragma omp barrier
#pragma omp single
        product = square = 0;
#pragma omp for BENCH_SCHEDULE reduction(+ : product)
        for (size_t i = 0; i < rows; ++i) {
          double sum = 0;
          for (size_t k = starts[i]; k < starts[i + 1]; ++k)
            sum += values[k] * p[columns[k]];
          q[i] = sum;
          product += sum * p[i];
        }
        double alpha = old / product;
#pragma omp for BENCH_SCHEDULE reduction(+ : square)
        for (size_t i = 0; i < rows; ++i) {
          u[i] += alpha * p[i];
          r[i] -= alpha * q[i];
          square += r[i] * r[i];
        }
        double beta = square / old;
#pragma omp for BENCH_SCHEDULE
        for (size_t i = 0; i < rows; ++i)
          p[i] = r[i] + beta * p[i];
      }
    }
  }
}

static void addEntry(size_t *end, size_t row, size_t column, double value) {
  columns[*end] = (int32_t)column;
  values[(*end)++] = value;
  if (column != row)
    values[starts[row]] -= value;
}

static void prepare(size_t size, uint64_t seed) {
  side = size < 30000 ? size : 30000;
  rows = side * side;
  starts = allocate(rows + 1, sizeof *starts);
  columns = allocate(5 * rows, sizeof *columns);
  values = allocate(5 * rows, sizeof *values);
  double **vectors[] = {&initial, &u, &before, &r, &p, &q};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; ++i)
    *vectors[i] = allocate(rows, sizeof(double));
  size_t end = 0;
  for (size_t i = 0; i < rows; ++i) {
    starts[i] = end;
    addEntry(&end, i, i, 1);
    if (i >= side)
      addEntry(&end, i, i - side, -0.5);
    if (i % side)
      addEntry(&end, i, i - 1, -0.5);
    if (i % side + 1 < side)
      addEntry(&end, i, i + 1, -0.5);
    if (i + side < rows)
      addEntry(&end, i, i + side, -0.5);
    initial[i] = nextUniform(&seed);
  }
  starts[rows] = end;
}

static void reset(void) { memcpy(u, initial, rows * sizeof *u); }

static double checksum(void) { return weightedSum(u, rows); }

// What the last step has solved: the residual, by the stencil instead of the matrix.
static double verify(void) {
  double residual = 0, norm = 0;
  for (size_t y = 0; y < side; ++y)
    for (size_t x = 0; x < side; ++x) {
      size_t i = y * side + x;
      double rest = before[i] - u[i];
      rest += x ? 0.5 * (u[i - 1] - u[i]) : 0;
      rest += y ? 0.5 * (u[i - side] - u[i]) : 0;
      rest += x + 1 < side ? 0.5 * (u[i + 1] - u[i]) : 0;
      rest += y + 1 < side ? 0.5 * (u[i + side] - u[i]) : 0;
      residual += rest * rest;
      norm += before[i] * before[i];
    }
  return sqrt(residual / norm);
}

const struct Workload workload = {"conjugate-gradient",
                                  "points on a side of the plate",
                                  800,
                                  1e-8,
                                  prepare,
                                  reset,
                                  run,
                                  checksum,
                                  verify,
                                  NULL,
                                  NULL};
