//===- alignment-depend.c - local alignment as a wavefront of tasks with dependences --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Smith and Waterman's table in blocks. The tasks are created row by row, so nearly each depends on the one before it:
// what may run at a time lies on diagonals.
//
//===----------------------------------------------------------------------===//
#include "regions.h"
#include <stdlib.h>
#include <string.h>

enum { B = 64, Match = 3, Mismatch = -2, Gap = 1 };

static size_t blocks;
static unsigned char *left, *top;
static int *table;
/// What the dependences name: a block has been computed.
static char *computed;
#define CELL(i, j) table[(i) * (blocks * B + 1) + (j)]
#define DONE(i, j) computed[(i) * (blocks + 1) + (j)]

static void align(size_t row, size_t column) {
  for (size_t i = row * B + 1; i <= (row + 1) * B; ++i)
    for (size_t j = column * B + 1; j <= (column + 1) * B; ++j) {
      int best = CELL(i - 1, j - 1) + (left[i - 1] == top[j - 1] ? Match : Mismatch);
      best = CELL(i - 1, j) - Gap > best ? CELL(i - 1, j) - Gap : best;
      best = CELL(i, j - 1) - Gap > best ? CELL(i, j - 1) - Gap : best;
      CELL(i, j) = best > 0 ? best : 0;
    }
}

static void run(void) {
#pragma omp parallel
#pragma omp single
  for (size_t i = 0; i < blocks; ++i)
    for (size_t j = 0; j < blocks; ++j) {
#pragma omp task depend(in : DONE(i, j + 1), DONE(i + 1, j)) depend(out : DONE(i + 1, j + 1))
      align(i, j);
    }
}

static void prepare(size_t size, uint64_t seed) {
  blocks = size;
  left = allocate(blocks * B, 1);
  top = allocate(blocks * B, 1);
  for (size_t i = 0; i < blocks * B; ++i) {
    left[i] = nextRandom(&seed) % 4;
    top[i] = nextRandom(&seed) % 4;
  }
  table = allocate((blocks * B + 1) * (blocks * B + 1), sizeof *table);
  computed = allocate((blocks + 1) * (blocks + 1), 1);
}

static void reset(void) { memset(table, 0, (blocks * B + 1) * (blocks * B + 1) * sizeof *table); }

static double checksum(void) {
  double sum = 0;
  for (size_t i = 0; i <= blocks * B; ++i)
    sum += CELL(i, blocks * B) * (double)(i % 1021 + 1) + CELL(blocks * B, i);
  return sum;
}

/// The last row, computed with two rows in memory.
static double verify(void) {
  size_t length = blocks * B;
  int *row = allocate(length + 1, sizeof *row);
  memset(row, 0, (length + 1) * sizeof *row);
  for (size_t i = 1; i <= length; ++i)
    for (size_t j = 1, diagonal = 0; j <= length; ++j) {
      int best = (int)diagonal + (left[i - 1] == top[j - 1] ? Match : Mismatch);
      diagonal = (size_t)row[j];
      best = row[j] - Gap > best ? row[j] - Gap : best;
      best = row[j - 1] - Gap > best ? row[j - 1] - Gap : best;
      row[j] = best > 0 ? best : 0;
    }
  double worst = 0;
  for (size_t j = 0; j <= length; ++j)
    worst = row[j] != CELL(length, j) ? 1 : worst;
  free(row);
  return worst;
}

const struct Workload workload = {
    "alignment-depend", "blocks on a side of the table", 64, 0, prepare, reset, run, checksum, verify, NULL, NULL};
