//===- measure.h - how the programs in oneTBB's style are timed -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program compiled with -DGRAIN=N is one whose author has tuned it: loops take N iterations at least
// (simple_partitioner), and recursions stop making tasks where no more than N is left. Without, it has neither grain
// nor cut-off.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_TBB_MEASURE_H
#define BENCH_TBB_MEASURE_H

#include <tbb/blocked_range.h>
#include <tbb/partitioner.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace bench {

#ifdef GRAIN
inline constexpr long grain = GRAIN;
using Partitioner = tbb::simple_partitioner;
#else
inline constexpr long grain = 1;
using Partitioner = tbb::auto_partitioner;
#endif

/// Whether a recursion with `left` leaves goes on without tasks; constant where no cut-off was compiled in.
constexpr bool isSerial([[maybe_unused]] long left) {
#ifdef GRAIN
  return left <= grain;
#else
  return false;
#endif
}

template <class Index> tbb::blocked_range<Index> range(Index begin, Index end) {
  return {begin, end, static_cast<std::size_t>(grain)};
}

/// Numbers that look random and are the same each time.
inline uint64_t random(uint64_t seed) {
  uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Runs `work` as often as the second argument says, and prints how long each took and what the last one returned.
/// `work` is made by `prepare`, which gets the size: the program's first argument.
template <class Prepare> int run(int argc, char **argv, Prepare prepare) {
  if (argc != 3)
    return std::fprintf(stderr, "usage: %s SIZE REPETITIONS\n", argv[0]), 2;
  auto work = prepare(std::atol(argv[1]));
  double result = 0;
  for (long left = std::atol(argv[2]); left-- > 0;) {
    auto start = std::chrono::steady_clock::now();
    result = work();
    std::printf("repetition %.6f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("result %.9g\n", result);
  return 0;
}

} // namespace bench

#endif
