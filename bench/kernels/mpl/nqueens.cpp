//===- nqueens.cpp - counts the placements of n queens, by loops over columns ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A reduction over the columns at every row, inside each other: loops of a dozen iterations in a recursion. (The kernel
// in ../nqueens.cpp forks two ways instead.)
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// The counts of larger boards take hours.
constexpr size_t LargestBoard = 20;
// Below so many rows the tuned variants place queens in sequence.
constexpr unsigned ParallelRows = 4;

// Columns as bits: taken by queens above, and attacked by them along the two diagonals.
struct Attacks {
  uint32_t columns, falling, rising;
};

unsigned board;
uint64_t placements;

// The kernel.
__attribute__((noinline)) uint64_t place(unsigned n, unsigned row, Attacks above) {
  if (row == n)
    return 1;
  uint32_t attacked = above.columns | above.falling | above.rising;
  return parallel::reduce(
      0, n, row < ParallelRows ? 1 : parallel::Sequential, uint64_t{0},
      [=](size_t column) -> uint64_t {
        uint32_t queen = uint32_t{1} << column;
        if (attacked & queen)
          return 0;
        return place(n, row + 1, {above.columns | queen, (above.falling | queen) << 1, (above.rising | queen) >> 1});
      },
      std::plus<uint64_t>());
}

void prepare(size_t size, uint64_t) {
  if (size > LargestBoard) {
    std::fprintf(stderr, "mpl-nqueens: error: --size %zu: takes too long, choose at most %zu\n", size, LargestBoard);
    std::exit(2);
  }
  board = static_cast<unsigned>(size);
}

void reset() { placements = 0; }

void run() { placements = place(board, 0, Attacks{}); }

double checksum() { return static_cast<double>(placements); }

// Permutations of columns in which no two queens share a diagonal, counted with sets of taken diagonals.
uint64_t countPermutations(std::vector<unsigned> &columns, size_t row, std::vector<bool> &sums,
                           std::vector<bool> &differences) {
  size_t n = columns.size();
  if (row == n)
    return 1;
  uint64_t found = 0;
  for (size_t i = row; i < n; ++i) {
    std::swap(columns[row], columns[i]);
    size_t sum = row + columns[row], difference = row + n - columns[row];
    if (!sums[sum] && !differences[difference]) {
      sums[sum] = differences[difference] = true;
      found += countPermutations(columns, row + 1, sums, differences);
      sums[sum] = differences[difference] = false;
    }
    std::swap(columns[row], columns[i]);
  }
  return found;
}

double verify() {
  std::vector<unsigned> columns(board);
  for (unsigned i = 0; i < board; ++i)
    columns[i] = i;
  std::vector<bool> sums(2 * board + 1), differences(2 * board + 1);
  return placements == countPermutations(columns, 0, sums, differences) ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {
    "mpl-nqueens", "rows and columns of the board", 13, 0, prepare, reset, run, checksum, verify};
