//===- skewed.c - few rows of very different lengths ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Twelve rows; each is about 0.6 times as long as the one before, shuffled. A team over the outer loop waits for the
// longest row (40 % of the work), whatever the schedule; a team for each row splits all of it but is set up again for
// the short ones. Each element is a short recurrence, so that the loop computes more than it loads. Exact up to
// reassociation of the rows' sums.
//
//===----------------------------------------------------------------------===//
#include "loops.h"
#include "workload.h"

#include <math.h>
#include <string.h>

enum { Rows = 12, Passes = 4 };

static size_t starts[Rows + 1];
static double *elements, *results, rowSums[Rows];

// The kernel.
__attribute__((noinline)) static void evaluateRows(size_t rows, const size_t *start, const double *x, double *y,
                                                   double *sums) {
#if OUTER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE
#endif
  for (size_t row = 0; row < rows; ++row) {
    double sum = 0;
#if INNER_PARALLEL
#pragma omp parallel for BENCH_SCHEDULE reduction(+ : sum)
#endif
    for (size_t i = start[row]; i < start[row + 1]; ++i) {
      // Six steps of the logistic map.
      double value = x[i];
      for (int step = 0; step < 6; ++step)
        value = 3.7 * value * (1 - value);
      y[i] = value;
      sum += value;
    }
    sums[row] = sum;
  }
}

static void prepare(size_t size, uint64_t seed) {
  size_t lengths[Rows];
  double share = 0.4, rest = 1;
  for (size_t row = 0; row < Rows; ++row) {
    lengths[row] = (size_t)((double)size * rest * share) + 1;
    rest *= 1 - share;
  }
  for (size_t row = Rows - 1; row > 0; --row) {
    size_t other = nextRandom(&seed) % (row + 1), length = lengths[row];
    lengths[row] = lengths[other];
    lengths[other] = length;
  }
  starts[0] = 0;
  for (size_t row = 0; row < Rows; ++row)
    starts[row + 1] = starts[row] + lengths[row];
  elements = allocate(starts[Rows], sizeof(double));
  results = allocate(starts[Rows], sizeof(double));
  for (size_t i = 0; i < starts[Rows]; ++i)
    elements[i] = nextUniform(&seed);
}

static void reset(void) {
  memset(results, 0, starts[Rows] * sizeof(double));
  memset(rowSums, 0, sizeof(rowSums));
}

static void run(void) {
  for (int pass = 0; pass < Passes; ++pass)
    evaluateRows(Rows, starts, elements, results, rowSums);
}

static double checksum(void) {
  double sum = 0;
  for (size_t row = 0; row < Rows; ++row)
    sum += rowSums[row] * (double)(row + 1);
  for (size_t i = 0; i < starts[Rows]; i += 97)
    sum += results[i];
  return sum;
}

// The map is chaotic, so elements are compared only to what six steps amplify; the sums against the elements.
static double verify(void) {
  double worst = 0;
  for (size_t row = 0; row < Rows; ++row) {
    long double sum = 0;
    for (size_t i = starts[row + 1]; i-- > starts[row];) {
      long double value = elements[i];
      for (int step = 0; step < 6; ++step)
        value = 3.7L * (value - value * value);
      if (fabsl(value - results[i]) > 1e-9L)
        return 1;
      sum += results[i];
    }
    double difference = relativeDifference(rowSums[row], (double)sum);
    worst = !(difference <= worst) ? difference : worst;
  }
  return worst;
}

const struct Workload workload = {"skewed", "elements in all rows", 32000000, 1e-9, prepare, reset, run, checksum,
                                  verify};
