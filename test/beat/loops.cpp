//===- loops.cpp - loops of the header that are compiled for interrupts ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled for interrupts, no function here polls; with TACTUS_TEST_POLLED all do. Leaf loops, nests of two and three,
// loops in recursions, loops that are done early, and exceptions from any iteration.
//
//===----------------------------------------------------------------------===//
#include "loops.h"

#include <tactus/search.hpp>
#include <tactus/tactus.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace {

long valueAt(long row, long column) { return (column ^ row) % 7; }

/// Row r has `columns` + r % 3 columns.
long sumOfRows(long *sums, long rows, long columns) {
  tactus::parallel_for(0L, rows, [=](long row) {
    sums[row] = tactus::parallel_reduce(
        0L, columns + row % 3, 0L, [=](long column) { return valueAt(row, column); }, std::plus<>());
  });
  return tactus::parallel_reduce(0L, rows, 0L, [=](long row) { return sums[row]; }, std::plus<>());
}

long serialSumOfRows(long rows, long columns) {
  long sum = 0;
  for (long row = 0; row < rows; ++row)
    for (long column = 0; column < columns + row % 3; ++column)
      sum += valueAt(row, column);
  return sum;
}

/// In the order of the iterations: combining need not be commutative.
std::string digitsOf(long count) {
  return tactus::parallel_reduce(
      0L, count, std::string(), [](long i) { return std::to_string(i % 10); },
      [](std::string left, const std::string &right) { return std::move(left) + right; });
}

/// Three loops inside each other, each of them short.
void fillCube(int *cube, long edge) {
  tactus::parallel_for(0L, edge, [=](long x) {
    tactus::parallel_for(0L, edge, [=](long y) {
      tactus::parallel_for(0L, edge, [=](long z) { cube[(x * edge + y) * edge + z] = static_cast<int>(x * y + z); });
    });
  });
}

/// The number of ways to put `left` queens on the lines from `line` on.
long placeQueens(long size, long line, unsigned columns, unsigned falling, unsigned rising) {
  if (line == size)
    return 1;
  return tactus::parallel_reduce(
      0L, size, 0L,
      [=](long column) -> long {
        unsigned place = 1U << column;
        if (columns & place || falling & place || rising & place)
          return 0;
        return placeQueens(size, line + 1, columns | place, (falling | place) >> 1, (rising | place) << 1);
      },
      std::plus<>());
}

struct Thrown {
  long number;
};

/// The number of the first iteration that throws: all from `first` on do. -1 if none.
long firstThrown(long count, long first) {
  try {
    tactus::parallel_for(0L, count, [=](long row) {
      std::string name = "an object that has to be destroyed, number " + std::to_string(row);
      tactus::parallel_for(0L, 8L, [&](long column) {
        if (row * 8 + column >= first && name.size() > 8)
          throw Thrown{row * 8 + column};
      });
    });
  } catch (const Thrown &thrown) {
    return thrown.number;
  }
  return -1;
}

bool isEqual(const char *what, long got, long expected) {
  if (got != expected)
    printf("%s: %ld instead of %ld\n", what, got, expected);
  return got == expected;
}

bool isCubeRight(long edge) {
  std::vector<int> cube(static_cast<size_t>(edge * edge * edge));
  fillCube(cube.data(), edge);
  for (long i = 0; i < edge * edge * edge; ++i)
    if (!isEqual("fillCube", cube[static_cast<size_t>(i)], i / edge / edge * (i / edge % edge) + i % edge))
      return false;
  return true;
}

bool areDigitsRight(long count) {
  std::string digits = digitsOf(count);
  for (long i = 0; i < count; ++i)
    if (!isEqual("digitsOf", digits.at(static_cast<size_t>(i)), '0' + i % 10))
      return false;
  return isEqual("digitsOf", static_cast<long>(digits.size()), count);
}

/// Of a loop that leaves the rest out when it has found something.
bool isFound(long count, long at) {
  std::vector<long> values(static_cast<size_t>(count));
  tactus::parallel_for(0L, count, [&](long i) { values[static_cast<size_t>(i)] = i; });
  auto found = tactus::parallel_find_if(values, [=](long value) { return value >= at; });
  return isEqual("find_if", found - values.begin(), at < count ? at : count);
}

} // namespace

#ifndef TACTUS_TEST_POLLED
static constexpr long SmallRows = 3, SmallColumns = 5, SmallQueens = 4;

long smallLoops() {
  long sums[SmallRows];
  return sumOfRows(sums, SmallRows, SmallColumns) * 100 + placeQueens(SmallQueens, 0, 0, 0, 0);
}

long expectedSmallLoops() { return serialSumOfRows(SmallRows, SmallColumns) * 100 + 2; }
#endif

#ifdef TACTUS_TEST_POLLED
bool arePolledLoopsRight(long size) {
#else
bool areLoopsRight(long size) {
#endif
  std::vector<long> sums(static_cast<size_t>(size * size));
  return isEqual("sumOfRows", sumOfRows(sums.data(), size, size * size), serialSumOfRows(size, size * size)) &&
         isEqual("sumOfRows", sumOfRows(sums.data(), size * size, 4), serialSumOfRows(size * size, 4)) &&
         areDigitsRight(size * size) && isCubeRight(size) && isEqual("placeQueens", placeQueens(8, 0, 0, 0, 0), 92) &&
         isEqual("firstThrown", firstThrown(size * size, size * size * 4 + 3), size * size * 4 + 3) &&
         isEqual("firstThrown", firstThrown(size * size, 1L << 40), -1) && isFound(size * size * size, size * size) &&
         isFound(size * size, 1L << 40);
}
