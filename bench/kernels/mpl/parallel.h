//===- parallel.h - the words that MPL's benchmarks are written in ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each kernel is one source. What it says may run in parallel means, by the way it is compiled:
//
//   (nothing)                   serial elision: plain loops and calls
//   -DBENCH_PAR                 Tactus, fully parallel: <tactus/tactus.hpp> as it is, down to the last iteration and
//   call -DBENCH_PAR -DBENCH_GRAIN   Tactus, tuned by hand: grains are in force -DBENCH_PAR -DBENCH_EAGER   loops are
//   forks of their halves, for TACTUS_TASKS=eager; also with -DBENCH_GRAIN -DBENCH_TBB                 oneTBB, with the
//   same grains
//
// Grains are those of parallelism only. Where another algorithm is better for small parts, it is used in all variants;
// the paper on MPL^s calls these algorithmic grains and keeps them as well (section 6.1).
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_MPL_PARALLEL_H
#define BENCH_MPL_PARALLEL_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#if defined(BENCH_PAR)
#include <tactus/tactus.hpp>
#elif defined(BENCH_TBB)
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>
#endif

namespace parallel {

#if defined(BENCH_GRAIN) || defined(BENCH_TBB)
inline constexpr bool Tuned = true;
#else
inline constexpr bool Tuned = false;
#endif

/// A grain so large that the tuned variants run all iterations in sequence.
inline constexpr size_t Sequential = SIZE_MAX / 2;

/// Calls both.
template <class First, class Second> [[gnu::always_inline]] inline void par(First &&first, Second &&second) {
#if defined(BENCH_PAR)
  tactus::par(first, second);
#elif defined(BENCH_TBB)
  tbb::parallel_invoke(first, second);
#else
  first();
  second();
#endif
}

/// Calls both; in the tuned variants one after the other unless there is enough work.
template <class First, class Second>
[[gnu::always_inline]] inline void parIf(bool enoughWork, First &&first, Second &&second) {
  if (Tuned && !enoughWork) {
    first();
    second();
  } else {
    par(first, second);
  }
}

#if defined(BENCH_EAGER)
/// As MPL's parfor: forks of halves, down to `grain` iterations, or to one.
template <class Body> void forEachHalf(size_t begin, size_t end, size_t grain, const Body &body) {
  if (end - begin <= (Tuned ? grain : 1)) {
    for (size_t i = begin; i < end; ++i)
      body(i);
    return;
  }
  size_t middle = begin + (end - begin) / 2;
  tactus::par([&] { forEachHalf(begin, middle, grain, body); }, [&] { forEachHalf(middle, end, grain, body); });
}

/// As MPL's reduce.
template <class T, class Map, class Combine>
[[nodiscard]] T reduceHalf(size_t begin, size_t end, size_t grain, const T &identity, const Map &map,
                           const Combine &combine) {
  if (end - begin <= (Tuned ? grain : 1)) {
    T result = identity;
    for (size_t i = begin; i < end; ++i)
      result = combine(std::move(result), map(i));
    return result;
  }
  size_t middle = begin + (end - begin) / 2;
  auto [low, high] = tactus::par([&] { return reduceHalf(begin, middle, grain, identity, map, combine); },
                                 [&] { return reduceHalf(middle, end, grain, identity, map, combine); });
  return combine(std::move(low), std::move(high));
}
#endif

/// body(i) for each i of [begin, end), in the tuned variants as many at a time as `grain` says.
template <class Body>
[[gnu::always_inline]] inline void forEach(size_t begin, size_t end, [[maybe_unused]] size_t grain, Body &&body) {
#if defined(BENCH_EAGER)
  forEachHalf(begin, end, grain, body);
  return;
#elif defined(BENCH_GRAIN)
  if (end - begin > grain) {
    tactus::parallel_for(size_t{0}, (end - begin + grain - 1) / grain, [=](size_t block) {
      size_t last = std::min(end, begin + (block + 1) * grain);
      for (size_t i = begin + block * grain; i < last; ++i)
        body(i);
    });
    return;
  }
#elif defined(BENCH_PAR)
  tactus::parallel_for(begin, end, body);
  return;
#elif defined(BENCH_TBB)
  if (end - begin > grain) {
    tbb::parallel_for(tbb::blocked_range<size_t>(begin, end, grain), [&](const tbb::blocked_range<size_t> &range) {
      for (size_t i = range.begin(); i < range.end(); ++i)
        body(i);
    });
    return;
  }
#endif
  for (size_t i = begin; i < end; ++i)
    body(i);
}

/// combine(… combine(combine(identity, map(begin)), map(begin + 1)) …), grouped in any way but in this order.
template <class T, class Map, class Combine>
[[nodiscard]] [[gnu::always_inline]] inline T reduce(size_t begin, size_t end, [[maybe_unused]] size_t grain,
                                                     const T &identity, Map &&map, Combine &&combine) {
  [[maybe_unused]] auto reduceInSequence = [=](size_t first, size_t last, T result) {
    for (size_t i = first; i < last; ++i)
      result = combine(std::move(result), map(i));
    return result;
  };
#if defined(BENCH_EAGER)
  return reduceHalf(begin, end, grain, identity, map, combine);
#elif defined(BENCH_GRAIN)
  if (end - begin > grain)
    return tactus::parallel_reduce(
        size_t{0}, (end - begin + grain - 1) / grain, identity,
        [=](size_t block) {
          return reduceInSequence(begin + block * grain, std::min(end, begin + (block + 1) * grain), identity);
        },
        combine);
#elif defined(BENCH_PAR)
  return tactus::parallel_reduce(begin, end, identity, map, combine);
#elif defined(BENCH_TBB)
  if (end - begin > grain)
    return tbb::parallel_reduce(
        tbb::blocked_range<size_t>(begin, end, grain), identity,
        [&](const tbb::blocked_range<size_t> &range, T result) {
          return reduceInSequence(range.begin(), range.end(), std::move(result));
        },
        combine);
#endif
  return reduceInSequence(begin, end, identity);
}

/// Inclusive scan in place. Returns the last value, or `identity` if there is none.
template <class T, class Combine = std::plus<>>
T scan(std::span<T> values, [[maybe_unused]] T identity = {}, Combine combine = {}) {
#if defined(BENCH_PAR)
  tactus::parallel_scan(values, values.begin(), combine);
#elif defined(BENCH_TBB)
  tbb::parallel_scan(
      tbb::blocked_range<size_t>(0, values.size(), 4096), identity,
      [&](const tbb::blocked_range<size_t> &range, T sum, bool isFinal) {
        for (size_t i = range.begin(); i < range.end(); ++i) {
          sum = combine(sum, values[i]);
          if (isFinal)
            values[i] = sum;
        }
        return sum;
      },
      combine);
#else
  for (size_t i = 1; i < values.size(); ++i)
    values[i] = combine(values[i - 1], values[i]);
#endif
  return values.empty() ? identity : values.back();
}

/// Sorts, not stably.
template <class T, class Less = std::less<>> void sort(std::span<T> values, Less less = {}) {
#if defined(BENCH_PAR)
  tactus::parallel_sort(values, less);
#elif defined(BENCH_TBB)
  tbb::parallel_sort(values.begin(), values.end(), less);
#else
  std::sort(values.begin(), values.end(), less);
#endif
}

/// Writes value(i) for each i < count that is to be kept, in their order, and returns how many. `places` is room for
/// `count` numbers.
template <class Keep, class Value, class T>
size_t filter(size_t count, size_t grain, uint32_t *places, Keep keep, Value value, T *output) {
  forEach(0, count, grain, [=](size_t i) { places[i] = keep(i); });
  size_t kept = scan(std::span(places, count));
  forEach(0, count, grain, [=](size_t i) {
    if (keep(i))
      output[places[i] - 1] = value(i);
  });
  return kept;
}

/// An array whose elements nobody has written yet.
template <class T> std::unique_ptr<T[]> makeArray(size_t count) { return std::make_unique_for_overwrite<T[]>(count); }

} // namespace parallel

#endif // BENCH_MPL_PARALLEL_H
