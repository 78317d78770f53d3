// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same with oneTBB: tasks down to a level that was tried, and serial code below it.
#include "board.h"

#include <atomic>
#include <oneapi/tbb.h>

constexpr int LevelsWithTasks = 6;

static long solutionsFrom(const Board &board, int level) {
  int cell = board.tightestCell();
  if (cell < 0)
    return 1;
  unsigned digits = board.allowed(cell);
  auto attempt = [&](int i) {
    Board next = board;
    next.set(cell, nthDigit(digits, i));
    return solutionsFrom(next, level + 1);
  };
  if (level < LevelsWithTasks) {
    std::atomic<long> sum = 0;
    tbb::parallel_for(0, std::popcount(digits), [&](int i) { sum += attempt(i); });
    return sum;
  }
  long sum = 0;
  for (int i = 0; i < std::popcount(digits); ++i)
    sum += attempt(i);
  return sum;
}

int main(int argc, char **argv) {
  return sudokuMain(argc, argv, [](const Board &board) { return solutionsFrom(board, 0); });
}
