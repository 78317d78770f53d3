//===- spmv.c - sparse matrix times vector, three shapes of matrix --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Two DOALL loops, rows and the nonzeros of a row (a reduction), over a matrix in compressed sparse row format. Which
// of the two holds the parallelism depends on the input only:
//
//   arrowhead   ┌*******┐   one full row, all others have two nonzeros: half of the time is spent in one
//               │**     │   iteration of the outer loop, the other half needs the outer loop
//               │* *    │
//   powerlaw    few very long rows among many short ones, as in graphs of the web; short inner loops
//   random      all rows alike: any static schedule is perfect
//
// -DSPMV_MATRIX=SPMV_ARROWHEAD, SPMV_POWERLAW or SPMV_RANDOM selects one; the kernel does not depend on it.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

#include <math.h>
#include <string.h>

#define SPMV_ARROWHEAD 1
#define SPMV_POWERLAW 2
#define SPMV_RANDOM 3
#ifndef SPMV_MATRIX
#error "define SPMV_MATRIX as SPMV_ARROWHEAD, SPMV_POWERLAW or SPMV_RANDOM"
#endif

enum { Passes = 12 };

static size_t rows;
static size_t *rowStarts;
static int32_t *columns;
static double *values, *vector, *product;

// The kernel.
__attribute__((noinline)) static void multiply(size_t n, const size_t *starts, const int32_t *column,
                                               const double *value, const double *x, double *y) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < n; ++row) {
    double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
    for (size_t i = starts[row]; i < starts[row + 1]; ++i)
      sum += value[i] * x[column[i]];
    y[row] = sum;
  }
}

/// Number of nonzeros of each row, into starts[row + 1].
static void drawRowLengths(uint64_t *state) {
  for (size_t row = 0; row < rows; ++row) {
    size_t length;
    switch (SPMV_MATRIX) {
    case SPMV_ARROWHEAD:
      length = row == 0 ? rows : 2;
      break;
    case SPMV_POWERLAW: {
      // Pareto with exponent 2.1 and minimum 4, by inversion.
      double drawn = 4 * pow(1 - nextUniform(state), -1 / 1.1);
      length = drawn < (double)rows ? (size_t)drawn : rows;
      break;
    }
    default:
      length = nextRandom(state) % 100 + 1;
    }
    rowStarts[row + 1] = length < rows ? length : rows;
  }
}

static void prepare(size_t size, uint64_t seed) {
  rows = size < INT32_MAX ? size : INT32_MAX;
  rowStarts = allocate(rows + 1, sizeof(size_t));
  rowStarts[0] = 0;
  drawRowLengths(&seed);
  for (size_t row = 0; row < rows; ++row)
    rowStarts[row + 1] += rowStarts[row];
  size_t nonzeros = rowStarts[rows];
  columns = allocate(nonzeros, sizeof(int32_t));
  values = allocate(nonzeros, sizeof(double));
  vector = allocate(rows, sizeof(double));
  product = allocate(rows, sizeof(double));
  for (size_t row = 0; row < rows; ++row) {
    size_t length = rowStarts[row + 1] - rowStarts[row];
    for (size_t k = 0; k < length; ++k) {
      size_t column;
      if (SPMV_MATRIX == SPMV_ARROWHEAD)
        column = row == 0 ? k : k * row;
      else // One column in each of `length` equal stretches: ascending and without repetition.
        column = (size_t)(((double)k + nextUniform(&seed)) * ((double)rows / (double)length));
      columns[rowStarts[row] + k] = (int32_t)(column < rows ? column : rows - 1);
      values[rowStarts[row] + k] = nextUniform(&seed) + 0.5;
    }
  }
  for (size_t row = 0; row < rows; ++row)
    vector[row] = nextUniform(&seed) + 0.5;
}

static void reset(void) { memset(product, 0, rows * sizeof(double)); }

static void run(void) {
  for (int pass = 0; pass < Passes; ++pass)
    multiply(rows, rowStarts, columns, values, vector, product);
}

static double checksum(void) {
  double sum = 0;
  for (size_t row = 0; row < rows; ++row)
    sum += product[row] * (double)(row % 1021 + 1);
  return sum;
}

// From the last nonzero to the first and in extended precision. All terms are positive, so relative errors stay small.
static double verify(void) {
  double worst = 0;
  for (size_t row = rows; row-- > 0;) {
    long double sum = 0;
    for (size_t i = rowStarts[row + 1]; i-- > rowStarts[row];)
      sum += (long double)values[i] * vector[columns[i]];
    double difference = relativeDifference(product[row], (double)sum);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

const struct Workload workload = {
    SPMV_MATRIX == SPMV_ARROWHEAD  ? "spmv-arrowhead"
    : SPMV_MATRIX == SPMV_POWERLAW ? "spmv-powerlaw"
                                   : "spmv-random",
    "rows and columns of the matrix",
    SPMV_MATRIX == SPMV_ARROWHEAD  ? 6000000
    : SPMV_MATRIX == SPMV_POWERLAW ? 300000
                                   : 250000,
    1e-9,
    prepare,
    reset,
    run,
    checksum,
    verify,
};
