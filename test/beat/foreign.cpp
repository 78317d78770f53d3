//===- foreign.cpp - loops and forks that call other compilers' code -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "foreign.h"

#include "foreign_code.h"
#include "tactus/tactus.hpp"

#include <csetjmp>
#include <cstdlib>
#include <cstring>

namespace {

/// One iteration of each kind. Not inlined: the loops are to be of one shape.
using Kind = long (*)(long seed, long steps);

[[gnu::noinline]] long plain(long seed, long steps) { return foreignWork(seed, steps); }
[[gnu::noinline]] long untabled(long seed, long steps) { return untabledWork(seed, steps); }
[[gnu::noinline]] long deep(long seed, long steps) { return deepWork(seed, steps, 20) ^ deepWork(seed, steps, 100); }

[[gnu::noinline]] long throwing(long seed, long steps) {
  try {
    foreignThrow(seed, steps);
  } catch (long value) {
    return value ^ seed;
  }
  return 0;
}

[[gnu::noinline]] long jumping(long seed, long steps) {
  jmp_buf buffer;
  switch (setjmp(buffer)) {
  case 0:
    foreignJump(&buffer, seed, steps);
    return 0;
  case 1:
    return seed;
  default:
    return seed * 3;
  }
}

[[gnu::noinline]] long switching(long seed, long steps) { return workOnOtherStack(seed, steps / 8, 8); }
[[gnu::noinline]] long backtracing(long, long steps) { return foreignBacktrace(steps / 64 + 1) > 0; }

[[gnu::noinline]] long returning(long seed, long steps) {
  Wide wide = foreignWide(seed, steps / 4);
  Wider wider = foreignWider(seed, steps / 24);
  __float128 vector = foreignVector(seed, steps / 4);
  long words[2];
  memcpy(words, &vector, sizeof words);
  auto sum = static_cast<long>(wide.first * 3 + wide.second) ^ static_cast<long>(foreignLongDouble(seed, steps / 4));
  for (long word : wider.words)
    sum ^= word;
  return sum ^ words[0] ^ (words[1] << 1);
}

int compare(const void *left, const void *right) {
  long a = *static_cast<const long *>(left), b = *static_cast<const long *>(right);
  return (a > b) - (a < b);
}

[[gnu::noinline]] long sorting(long seed, long steps) {
  constexpr long Count = 64;
  long values[Count], sum = 0;
  for (long round = 0; round <= steps / 2048; ++round) {
    for (long &value : values)
      value = seed = foreignWork(seed, 1);
    qsort(values, Count, sizeof(long), compare);
    for (long index = 0; index < Count; ++index)
      sum += values[index] * index;
  }
  return sum;
}

/// What iterations have given.
constexpr long MostIterations = 1 << 15;
unsigned long values[MostIterations];

long sumOfValues(long count) {
  unsigned long sum = 0;
  for (long index = 0; index < count; ++index)
    sum += values[index];
  return static_cast<long>(sum);
}

template <Kind kind> long runLoop(long iterations, long steps) {
#pragma omp parallel for
  for (long iteration = 0; iteration < iterations; ++iteration)
    values[iteration] = static_cast<unsigned long>(kind(iteration, steps));
  return sumOfValues(iterations);
}

template <Kind kind> long runSerially(long iterations, long steps) {
  unsigned long sum = 0;
  for (long iteration = 0; iteration < iterations; ++iteration)
    sum += static_cast<unsigned long>(kind(iteration, steps));
  return static_cast<long>(sum);
}

/// The call stands in the loop's own function, inside of a row that has versions as well.
long runNest(long iterations, long steps) {
#pragma omp parallel for
  for (long row = 0; row < iterations; ++row) {
#pragma omp parallel for
    for (long column = 0; column < 3; ++column)
      values[row * 3 + column] = static_cast<unsigned long>(foreignWork(row * 3 + column, steps));
  }
  return sumOfValues(3 * iterations);
}

long expectedNest(long iterations, long steps) { return runSerially<foreignWork>(iterations * 3, steps); }

/// A loop of the header.
long runHeader(long iterations, long steps) {
  return tactus::parallel_reduce(
      0L, iterations, 0L, [=](long iteration) { return foreignWork(iteration, steps) & 0xffffff; },
      [](long left, long right) { return left + right; });
}

long expectedHeader(long iterations, long steps) {
  long sum = 0;
  for (long iteration = 0; iteration < iterations; ++iteration)
    sum += foreignWork(iteration, steps) & 0xffffff;
  return sum;
}

/// A recursion that has no versions, nearly all of whose time is other code's.
long runForks(long iterations, long steps) {
  if (iterations < 2)
    return foreignWork(iterations, steps) & 0xffffff;
  long half = iterations / 2, left = 0, right = 0;
  tactus::par([&] { left = runForks(half, steps); }, [&] { right = runForks(iterations - half, steps); });
  return left + right;
}

long expectedForks(long iterations, long steps) {
  if (iterations < 2)
    return foreignWork(iterations, steps) & 0xffffff;
  return expectedForks(iterations / 2, steps) + expectedForks(iterations - iterations / 2, steps);
}

} // namespace

#define LOOP(kind) {#kind, runLoop<kind>, runSerially<kind>}
const ForeignLoop foreignLoops[] = {LOOP(plain),
                                    LOOP(untabled),
                                    LOOP(deep),
                                    LOOP(throwing),
                                    LOOP(jumping),
                                    LOOP(switching),
                                    LOOP(backtracing),
                                    LOOP(returning),
                                    LOOP(sorting),
                                    {"nest", runNest, expectedNest},
                                    {"header", runHeader, expectedHeader},
                                    {"forks", runForks, expectedForks}};
const unsigned foreignLoopCount = sizeof foreignLoops / sizeof *foreignLoops;

namespace {
/// Most of its instructions are other code's.
[[gnu::noinline]] long mixed(long seed, long steps) {
  return plain(seed, 16 * steps) ^ untabled(seed, steps) ^ returning(seed, 24) ^ jumping(seed, steps) ^
         deepWork(seed, steps, 3);
}
} // namespace

long smallForeign() { return runLoop<mixed>(3, 4); }
long expectedSmallForeign() { return runSerially<mixed>(3, 4); }

long smallThrows() { return runLoop<throwing>(4, 2); }
long expectedSmallThrows() { return runSerially<throwing>(4, 2); }
