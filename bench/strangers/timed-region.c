//===- timed-region.c - a region whose timers are in another file --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A field that diffuses, in one region with all of its time steps. Each thread starts and stops the timers of the
// program's parts, as many scientific programs do, and keeps the largest change that it has seen.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"
#include "timers.h"

#include <math.h>
#include <string.h>

enum { Steps = 40 };

static size_t side;
static double *start, *field, *next;
static double largest;

static double changeOf(size_t row, size_t column) {
  const double *at = field + row * side + column;
  return 0.2 * (at[1] + at[-1] + at[side] + at[-(ptrdiff_t)side] - 4 * *at);
}

static void run(void) {
#pragma omp parallel
  {
    double own = 0;
    for (int step = 0; step < Steps; ++step) {
      timerStart(TimeOfStencil);
#pragma omp for BENCH_SCHEDULE
      for (size_t row = 1; row < side - 1; ++row)
        for (size_t column = 1; column < side - 1; ++column) {
          double change = changeOf(row, column);
          next[row * side + column] = field[row * side + column] + change;
          own = fabs(change) > own ? fabs(change) : own;
        }
      timerStop(TimeOfStencil);
      timerStart(TimeOfCopy);
#pragma omp for BENCH_SCHEDULE
      for (size_t row = 1; row < side - 1; ++row)
        memcpy(field + row * side + 1, next + row * side + 1, (side - 2) * sizeof *field);
      timerStop(TimeOfCopy);
    }
#pragma omp critical
    largest = own > largest ? own : largest;
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size < 3 ? 3 : size;
  double **fields[] = {&start, &field, &next};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
    *fields[i] = allocate(side * side, sizeof(double));
  for (size_t i = 0; i < side * side; ++i)
    start[i] = nextUniform(&seed);
}

static void reset(void) {
  memcpy(field, start, side * side * sizeof *field);
  memcpy(next, start, side * side * sizeof *next);
  largest = 0;
}

static double checksum(void) { return weightedSum(field, side * side) + largest; }

static double verify(void) {
  double found = checksum(), stencil = timerSeconds(TimeOfStencil);
  reset();
  for (int step = 0; step < Steps; ++step) {
    for (size_t row = side - 1; row-- > 1;)
      for (size_t column = side - 1; column-- > 1;) {
        double change = changeOf(row, column);
        next[row * side + column] = field[row * side + column] + change;
        largest = fmax(largest, fabs(change));
      }
    double *old = field;
    field = next;
    next = old;
  }
  return stencil > 0 ? relativeDifference(found, checksum()) : 1;
}

const struct Workload workload = {
    "timed-region", "points on a side", 1200, 1e-12, prepare, reset, run, checksum, verify, NULL, NULL};
