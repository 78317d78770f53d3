//===- forks.cpp - forks that are compiled for interrupts ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled for interrupts, no function here polls; with TACTUS_TEST_POLLED all do. Results come back in registers of
// both kinds, through memory, and as exceptions.
//
//===----------------------------------------------------------------------===//
#include "forks.h"

#include <tactus/tactus.hpp>

#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// The n-th Fibonacci number.
long fibonacci(long n) {
  if (n < 2)
    return n;
  auto [a, b] = tactus::par([=] { return fibonacci(n - 1); }, [=] { return fibonacci(n - 2); });
  return a + b;
}

/// Writes i * i % 1000 to `values` from `begin` to `end`, by halves; returns the sum.
long fillHalves(int *values, long begin, long end) {
  if (end - begin < 4) {
    long sum = 0;
    for (long i = begin; i < end; ++i)
      sum += values[i] = static_cast<int>(i * i % 1000);
    return sum;
  }
  long middle = begin + (end - begin) / 2;
  auto [low, high] =
      tactus::par([=] { return fillHalves(values, begin, middle); }, [=] { return fillHalves(values, middle, end); });
  return low + high;
}

struct Leaf {
  long number;
};

/// An object that has to be destroyed wherever the exception passes.
struct Name {
  std::string text;
  explicit Name(long number) : text("a name that is longer than what a string holds by itself: ") {
    text += std::to_string(number);
  }
};

long visit(long depth, long number, long first) {
  Name name(number);
  if (depth == 0) {
    if (number >= first)
      throw Leaf{number};
    return static_cast<long>(name.text.size() > 0);
  }
  auto [low, high] = tactus::par([=] { return visit(depth - 1, number * 2, first); },
                                 [=] { return visit(depth - 1, number * 2 + 1, first); });
  return low + high;
}

struct Escape {
  jmp_buf target;
  long number;
};

/// The first branch alone jumps: nothing that it leaves may be needed any more.
long descend(long depth, Escape *escape) {
  if (depth == 0)
    longjmp(escape->target, 1);
  auto [low, high] = tactus::par([=] { return descend(depth - 1, escape); }, [=] { return fibonacci(depth); });
  return low + high;
}

[[gnu::noinline]] double root(long i) {
  return std::sqrt(static_cast<double>(i)) + std::fmod(static_cast<double>(i), 3.5);
}

double sumOfRow(long begin, long end) {
  if (end - begin == 1)
    return root(begin);
  long middle = begin + (end - begin) / 2;
  auto [low, high] = tactus::par([=] { return sumOfRow(begin, middle); }, [=] { return sumOfRow(middle, end); });
  return low + high;
}

struct Path {
  long places[12];
};

/// Counts the paths of `length` steps, each of which goes to one of two places.
long countPaths(Path path, long length) {
  if (length == 0)
    return path.places[0] >= 0 ? 1 : 0;
  path.places[length % 12] = length;
  auto [left, right] =
      tactus::par([=] { return countPaths(path, length - 1); }, [=] { return countPaths(path, length - 1); });
  return left + right;
}

bool isEqual(const char *what, double got, double expected) {
  if (got != expected)
    printf("%s: %g instead of %g\n", what, got, expected);
  return got == expected;
}

/// Of a tree of 2^depth leaves, the number of the first leaf that throws: every leaf from `first` on does. -1 if none.
long firstThrown(long depth, long first) {
  try {
    visit(depth, 0, first);
  } catch (const Leaf &leaf) {
    return leaf.number;
  }
  return -1;
}

/// The same for what longjmp() leaves: the leaf at the far left jumps out of all forks.
long leftByJump(long depth, long first) {
  Escape escape{};
  escape.number = first;
  if (setjmp(escape.target) == 0)
    descend(depth, &escape);
  return escape.number;
}

/// Forks behind each other, with calls of the C library in their leaves.
double sumOfRoots(long rows, long columns) {
  double sum = 0;
  for (long row = 0; row < rows; ++row)
    sum += sumOfRow(row, row + columns);
  return sum;
}

long serialFibonacci(long n) {
  long a = 0, b = 1;
  for (; n > 0; --n) {
    long next = a + b;
    a = b;
    b = next;
  }
  return a;
}

double serialRow(long begin, long end) {
  return end - begin == 1 ? root(begin)
                          : serialRow(begin, begin + (end - begin) / 2) + serialRow(begin + (end - begin) / 2, end);
}

bool isFilled(long count) {
  std::vector<int> values(static_cast<size_t>(count));
  long expected = 0;
  for (long i = 0; i < count; ++i)
    expected += i * i % 1000;
  bool isRight =
      isEqual("fillHalves", static_cast<double>(fillHalves(values.data(), 0, count)), static_cast<double>(expected));
  for (long i = 0; i < count; ++i)
    isRight &= values[static_cast<size_t>(i)] == i * i % 1000;
  return isRight;
}

} // namespace

#ifndef TACTUS_TEST_POLLED
static constexpr long SmallSize = 6, SmallCount = 24;

long smallForks() {
  int values[SmallCount];
  long sum = fillHalves(values, 0, SmallCount);
  for (int value : values)
    sum += value;
  return sum * 1000 + fibonacci(SmallSize);
}

long expectedSmallForks() {
  long sum = 0;
  for (long i = 0; i < SmallCount; ++i)
    sum += 2 * (i * i % 1000);
  return sum * 1000 + serialFibonacci(SmallSize);
}
#endif

#ifdef TACTUS_TEST_POLLED
bool arePolledForksRight(long size) {
#else
bool areForksRight(long size) {
#endif
  double roots = 0;
  for (long row = 0; row < size; ++row)
    roots += serialRow(row, row + 2 * size);
  return isEqual("fibonacci", static_cast<double>(fibonacci(size)), static_cast<double>(serialFibonacci(size))) &&
         isFilled(1L << size / 2) && isEqual("firstThrown", static_cast<double>(firstThrown(size / 2, 3)), 3) &&
         isEqual("firstThrown", static_cast<double>(firstThrown(size / 2, 1L << 40)), -1) &&
         isEqual("leftByJump", static_cast<double>(leftByJump(size / 2, 7)), 7) &&
         isEqual("countPaths", static_cast<double>(countPaths({}, size / 2)), static_cast<double>(1L << size / 2)) &&
         isEqual("sumOfRoots", sumOfRoots(size, 2 * size), roots);
}
