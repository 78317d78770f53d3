//===- nqueens.cpp - counts the placements of n queens -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The three sets of attacked columns are words of bits, so a step of the search is a handful of instructions. A fork at
// every queen that is placed: below it the rows that follow, beside it the other columns of its row. In the serial
// elision clang turns the second call into a loop over the columns. The search is repeated, to outlast the clock.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "workload.h"

#include <cstdio>
#include <cstdlib>

namespace {

// The counts of larger boards take hours.
constexpr size_t LargestBoard = 20;
constexpr int Passes = 8;

unsigned board;
// Volatile, so that each pass is a search of its own to the compiler.
volatile uint32_t allColumns;
uint64_t counts[Passes];

// Columns as bits: taken by queens above, and attacked by them along the two diagonals.
struct Attacks {
  uint32_t columns, falling, rising;
};

// The kernel: placements of the rows from here on, the queen of this row being in one of the columns `candidates`.
uint64_t place(uint32_t all, Attacks above, uint32_t candidates) {
  if (!candidates)
    return above.columns == all;
  uint32_t queen = candidates & -candidates;
  Attacks next = {above.columns | queen, (above.falling | queen) << 1, (above.rising | queen) >> 1};
  uint32_t free = all & ~(next.columns | next.falling | next.rising);
#ifdef BENCH_PAR
  auto [here, others] =
      tactus::par([=] { return place(all, next, free); }, [=] { return place(all, above, candidates ^ queen); });
#else
  uint64_t here, others;
#pragma omp task shared(here)
  here = place(all, next, free);
#pragma omp task shared(others)
  others = place(all, above, candidates ^ queen);
#pragma omp taskwait
#endif
  return here + others;
}

void prepare(size_t size, uint64_t) {
  if (size > LargestBoard) {
    std::fprintf(stderr, "nqueens: error: --size %zu: takes too long, choose at most %zu\n", size, LargestBoard);
    std::exit(2);
  }
  board = static_cast<unsigned>(size);
  allColumns = (uint32_t{1} << board) - 1;
}

void reset() {
  for (uint64_t &count : counts)
    count = 0;
}

void run() {
  for (uint64_t &count : counts) {
    uint32_t all = allColumns;
#pragma omp parallel
#pragma omp single
    count = place(all, Attacks{}, all);
  }
}

double checksum() {
  double sum = 0;
  for (uint64_t count : counts)
    sum += static_cast<double>(count);
  return sum;
}

// Another algorithm: columns in an array, compared in pairs, row by row with explicit backtracking.
uint64_t countByBacktracking(int n) {
  int column[LargestBoard];
  uint64_t found = 0;
  int row = 0;
  column[0] = -1;
  while (row >= 0) {
    if (++column[row] == n) {
      --row;
      continue;
    }
    bool attacked = false;
    for (int other = 0; other < row && !attacked; ++other)
      attacked = column[other] == column[row] || std::abs(column[other] - column[row]) == row - other;
    if (attacked)
      continue;
    if (row + 1 == n)
      ++found;
    else
      column[++row] = -1;
  }
  return found;
}

double verify() {
  uint64_t expected = countByBacktracking(static_cast<int>(board));
  for (uint64_t count : counts)
    if (count != expected)
      return 1;
  return 0;
}

} // namespace

extern "C" const Workload workload = {"nqueens", "rows and columns of the board", 13, 0, prepare, reset, run, checksum,
                                      verify};
