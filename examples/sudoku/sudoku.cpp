// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All solutions of a sudoku: a parallel reduction over the digits of one cell, in itself.
#include "board.h"

#include <tactus/tactus.hpp>

static long solutions(const Board &board) {
  int cell = board.tightestCell();
  if (cell < 0)
    return 1;
  unsigned digits = board.allowed(cell);
  return tactus::parallel_reduce(
      0, std::popcount(digits), 0L,
      [&](int i) {
        Board next = board;
        next.set(cell, nthDigit(digits, i));
        return solutions(next);
      },
      std::plus<>());
}

int main(int argc, char **argv) { return sudokuMain(argc, argv, solutions); }
