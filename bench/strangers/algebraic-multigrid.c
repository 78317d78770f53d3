//===- algebraic-multigrid.c - cycles over matrices that are made of each other ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A Poisson problem with coefficients that vary. Each level's matrix is the one above with rows put together that are
// neighbours. The loops become shorter from level to level, down to one row after the other.
//
//===----------------------------------------------------------------------===//
#include "../regions/regions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { Cycles = 8, MostLevels = 24, Smallest = 64 };

/// In compressed rows.
struct Level {
  size_t rows;
  size_t *starts;
  int *columns;
  double *values, *diagonal;
  double *solution, *right, *rest;
  /// By row, that of the next level; and by row of the next level, those that it is made of.
  int *group;
  size_t *memberStarts;
  int *members;
};

static size_t side;
static int levels;
static struct Level level[MostLevels];

static double restOf(const struct Level *at, size_t row) {
  double sum = at->right[row];
  for (size_t k = at->starts[row]; k < at->starts[row + 1]; ++k)
    sum -= at->values[k] * at->solution[at->columns[k]];
  return sum;
}

static void smooth(struct Level *at) {
#pragma omp parallel for BENCH_SCHEDULE
  for (size_t row = 0; row < at->rows; ++row)
    at->rest[row] = restOf(at, row);
#pragma omp parallel for BENCH_SCHEDULE
  for (size_t row = 0; row < at->rows; ++row)
    at->solution[row] += 0.7 * at->rest[row] / at->diagonal[row];
}

static void solveSmallest(struct Level *at) {
  for (int round = 0; round < 20; ++round)
    for (size_t row = 0; row < at->rows; ++row)
      at->solution[row] += restOf(at, row) / at->diagonal[row];
}

static void goDown(struct Level *from, struct Level *to) {
#pragma omp parallel for BENCH_SCHEDULE
  for (size_t row = 0; row < to->rows; ++row) {
    double sum = 0;
    for (size_t k = from->memberStarts[row]; k < from->memberStarts[row + 1]; ++k)
      sum += restOf(from, (size_t)from->members[k]);
    to->right[row] = sum;
    to->solution[row] = 0;
  }
}

static void goUp(struct Level *to, const struct Level *from) {
#pragma omp parallel for BENCH_SCHEDULE
  for (size_t row = 0; row < to->rows; ++row)
    to->solution[row] += from->solution[to->group[row]];
}

static void run(void) {
  for (int cycle = 0; cycle < Cycles; ++cycle) {
    for (int i = 0; i < levels - 1; ++i) {
      smooth(&level[i]);
      smooth(&level[i]);
      goDown(&level[i], &level[i + 1]);
    }
    solveSmallest(&level[levels - 1]);
    for (int i = levels - 1; i-- > 0;) {
      goUp(&level[i], &level[i + 1]);
      smooth(&level[i]);
      smooth(&level[i]);
    }
  }
}

static void allocateRows(struct Level *at, size_t rows, size_t entries) {
  *at = (struct Level){.rows = rows,
                       .starts = allocate(rows + 1, sizeof(size_t)),
                       .columns = allocate(entries, sizeof(int)),
                       .values = allocate(entries, sizeof(double)),
                       .diagonal = allocate(rows, sizeof(double)),
                       .solution = allocate(rows, sizeof(double)),
                       .right = allocate(rows, sizeof(double)),
                       .rest = allocate(rows, sizeof(double)),
                       .group = allocate(rows, sizeof(int)),
                       .memberStarts = allocate(rows + 1, sizeof(size_t)),
                       .members = allocate(rows, sizeof(int))};
}

/// A pair of points has the mean of both coefficients between them.
static void makeFinest(struct Level *at, uint64_t seed) {
  size_t rows = side * side, k = 0;
  allocateRows(at, rows, 5 * rows);
  double *coefficient = at->rest;
  for (size_t i = 0; i < rows; ++i)
    coefficient[i] = 0.5 + nextUniform(&seed);
  for (size_t row = 0; row < rows; ++row) {
    size_t x = row % side, y = row / side, place = k++;
    at->starts[row] = place;
    double sum = 0.01;
    const ptrdiff_t ways[4] = {-(ptrdiff_t)side, -1, 1, (ptrdiff_t)side};
    const bool there[4] = {y > 0, x > 0, x + 1 < side, y + 1 < side};
    for (int way = 0; way < 4; ++way) {
      if (!there[way])
        continue;
      size_t other = (size_t)((ptrdiff_t)row + ways[way]);
      double weight = (coefficient[row] + coefficient[other]) / 2;
      at->columns[k] = (int)other;
      at->values[k++] = -weight;
      sum += weight;
    }
    at->columns[place] = (int)row;
    at->values[place] = at->diagonal[row] = sum;
  }
  at->starts[rows] = k;
}

/// Each row that has no group yet makes one with its neighbours that have none. Returns how many there are.
static size_t makeGroups(struct Level *at) {
  size_t groups = 0, count = 0;
  memset(at->group, -1, at->rows * sizeof *at->group);
  for (size_t row = 0; row < at->rows; ++row) {
    if (at->group[row] >= 0)
      continue;
    at->memberStarts[groups] = count;
    for (size_t k = at->starts[row]; k < at->starts[row + 1]; ++k) {
      int other = at->columns[k];
      if (at->group[other] >= 0 || count - at->memberStarts[groups] == 4)
        continue;
      at->group[other] = (int)groups;
      at->members[count++] = other;
    }
    ++groups;
  }
  at->memberStarts[groups] = count;
  return groups;
}

static void makeNext(struct Level *from, struct Level *to) {
  size_t groups = makeGroups(from), k = 0;
  allocateRows(to, groups, from->starts[from->rows]);
  size_t *place = allocate(groups, sizeof *place);
  memset(place, 0, groups * sizeof *place);
  for (size_t row = 0; row < groups; ++row) {
    to->starts[row] = k;
    to->columns[k] = (int)row;
    to->values[k++] = 0;
    for (size_t m = from->memberStarts[row]; m < from->memberStarts[row + 1]; ++m) {
      size_t member = (size_t)from->members[m];
      for (size_t entry = from->starts[member]; entry < from->starts[member + 1]; ++entry) {
        size_t column = (size_t)from->group[from->columns[entry]];
        if (column == row)
          place[column] = to->starts[row];
        else if (place[column] <= to->starts[row] || place[column] >= k || to->columns[place[column]] != (int)column) {
          to->columns[k] = (int)column;
          to->values[k] = 0;
          place[column] = k++;
        }
        to->values[place[column]] += from->values[entry];
      }
    }
    to->diagonal[row] = to->values[to->starts[row]];
  }
  to->starts[groups] = k;
  free(place);
}

static void prepare(size_t size, uint64_t seed) {
  side = size;
  makeFinest(&level[0], seed);
  for (levels = 1; levels < MostLevels && level[levels - 1].rows > Smallest; ++levels) {
    makeNext(&level[levels - 1], &level[levels]);
    if (level[levels].rows == level[levels - 1].rows)
      break;
  }
}

static void reset(void) {
  for (size_t row = 0; row < level[0].rows; ++row) {
    level[0].right[row] = 1 + (double)(row % 7);
    level[0].solution[row] = 0;
  }
}

static double checksum(void) { return weightedSum(level[0].solution, level[0].rows); }

static void solveSerially(int i) {
  struct Level *at = &level[i];
  for (int half = 0; half < 2 && i < levels - 1; ++half) {
    for (int round = 0; round < 2; ++round) {
      for (size_t row = at->rows; row-- > 0;)
        at->rest[row] = restOf(at, row);
      for (size_t row = at->rows; row-- > 0;)
        at->solution[row] += 0.7 * at->rest[row] / at->diagonal[row];
    }
    if (half == 1)
      return;
    struct Level *next = at + 1;
    memset(next->right, 0, next->rows * sizeof(double));
    memset(next->solution, 0, next->rows * sizeof(double));
    for (size_t row = 0; row < at->rows; ++row)
      next->right[at->group[row]] += restOf(at, row);
    solveSerially(i + 1);
    for (size_t row = 0; row < at->rows; ++row)
      at->solution[row] += next->solution[at->group[row]];
  }
  if (i == levels - 1)
    solveSmallest(at);
}

// The same cycles from the last row to the first, and the solution is one.
static double verify(void) {
  double found = checksum(), left = 0, all = 0;
  for (size_t row = 0; row < level[0].rows; ++row) {
    double rest = restOf(&level[0], row);
    left += rest * rest;
    all += level[0].right[row] * level[0].right[row];
  }
  reset();
  for (int cycle = 0; cycle < Cycles; ++cycle)
    solveSerially(0);
  return left < 0.25 * all ? relativeDifference(found, checksum()) : 1;
}

const struct Workload workload = {
    "algebraic-multigrid", "points on a side", 400, 1e-8, prepare, reset, run, checksum, verify, NULL, NULL};
