//===- block-lu.c - sparse LU of blocks, with tasks by one producer -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One thread walks through the matrix and creates a task for each block: for a row and a column of the step, and then
// for what is left. It waits twice a step, and there are many small tasks at the end.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { Block = 64 };
typedef double Values[Block][Block];

static size_t side;
static Values **initial, **factors;

static Values **at(Values **blocks, size_t row, size_t column) { return &blocks[row * side + column]; }

static void factor(Values *pivot) {
  for (int k = 0; k < Block; ++k)
    for (int i = k + 1; i < Block; ++i) {
      double scale = (*pivot)[i][k] /= (*pivot)[k][k];
      for (int j = k + 1; j < Block; ++j)
        (*pivot)[i][j] -= scale * (*pivot)[k][j];
    }
}

/// A block to the right of the pivot.
static void solveRow(const Values *pivot, Values *block) {
  for (int k = 0; k < Block; ++k)
    for (int i = k + 1; i < Block; ++i)
      for (int j = 0; j < Block; ++j)
        (*block)[i][j] -= (*pivot)[i][k] * (*block)[k][j];
}

/// A block below the pivot.
static void solveColumn(const Values *pivot, Values *block) {
  for (int i = 0; i < Block; ++i)
    for (int k = 0; k < Block; ++k) {
      double scale = (*block)[i][k] /= (*pivot)[k][k];
      for (int j = k + 1; j < Block; ++j)
        (*block)[i][j] -= scale * (*pivot)[k][j];
    }
}

static void subtractProduct(const Values *left, const Values *right, Values *block) {
  for (int i = 0; i < Block; ++i)
    for (int k = 0; k < Block; ++k)
      for (int j = 0; j < Block; ++j)
        (*block)[i][j] -= (*left)[i][k] * (*right)[k][j];
}

static void fill(size_t step, size_t row, size_t column) {
  Values **place = at(factors, row, column);
  if (!*place) {
    *place = allocate(1, sizeof(Values));
    memset(*place, 0, sizeof(Values));
  }
  subtractProduct(*at(factors, row, step), *at(factors, step, column), *place);
}

static void run(void) {
#pragma omp parallel
#pragma omp single
  for (size_t step = 0; step < side; ++step) {
    Values *pivot = *at(factors, step, step);
    factor(pivot);
    for (size_t other = step + 1; other < side; ++other) {
      if (*at(factors, step, other)) {
#pragma omp task firstprivate(step, other)
        solveRow(pivot, *at(factors, step, other));
      }
      if (*at(factors, other, step)) {
#pragma omp task firstprivate(step, other)
        solveColumn(pivot, *at(factors, other, step));
      }
    }
#pragma omp taskwait
    for (size_t row = step + 1; row < side; ++row)
      for (size_t column = step + 1; column < side; ++column)
        if (*at(factors, row, step) && *at(factors, step, column)) {
#pragma omp task firstprivate(step, row, column)
          fill(step, row, column);
        }
#pragma omp taskwait
  }
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  initial = allocate(side * side, sizeof *initial);
  factors = allocate(side * side, sizeof *factors);
  for (size_t row = 0; row < side; ++row)
    for (size_t column = 0; column < side; ++column) {
      size_t distance = row > column ? row - column : column - row;
      Values **place = at(initial, row, column);
      *at(factors, row, column) = *place = NULL;
      if (distance > 1 && nextRandom(&seed) % 4)
        continue;
      *place = allocate(1, sizeof(Values));
      for (int i = 0; i < Block; ++i)
        for (int j = 0; j < Block; ++j)
          (**place)[i][j] = nextUniform(&seed) - 0.5 + (distance == 0 && i == j ? (double)(Block * side) : 0);
    }
}

static void reset(void) {
  for (size_t i = 0; i < side * side; ++i) {
    free(factors[i]);
    factors[i] = NULL;
    if (!initial[i])
      continue;
    factors[i] = allocate(1, sizeof(Values));
    memcpy(factors[i], initial[i], sizeof(Values));
  }
}

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i < side * side; ++i)
    sum += factors[i] ? weightedSum(&(*factors[i])[0][0], Block * Block) : 0;
  return sum;
}

static double entry(Values **blocks, size_t row, size_t column) {
  const Values *block = *at(blocks, row / Block, column / Block);
  return block ? (*block)[row % Block][column % Block] : 0;
}

// The product of both factors, at some entries of each block.
static double verify(void) {
  double worst = 0;
  size_t all = side * Block;
  for (size_t row = 0; row < all; row += 37)
    for (size_t column = 0; column < all; column += 41) {
      double sum = row <= column ? entry(factors, row, column) : 0;
      for (size_t k = 0; k < row && k <= column; ++k)
        sum += entry(factors, row, k) * entry(factors, k, column);
      worst = fmax(worst, fabs(sum - entry(initial, row, column)) / (double)all);
    }
  return worst;
}

const struct Workload workload = {
    "block-lu", "blocks on a side of the matrix", 24, 1e-9, prepare, reset, run, checksum, verify, NULL, NULL};
