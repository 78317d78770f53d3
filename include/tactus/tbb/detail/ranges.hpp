//===- ranges.hpp - how ranges of oneTBB become latent loops and forks -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     blocked_range        one latent loop; the body gets pieces of any length
//     any other range      a fork wherever the range is divisible; the body gets what is not
//
// A range with simple_partitioner is of the second kind: there the grain is a promise about the body.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TBB_DETAIL_RANGES_HPP
#define TACTUS_TBB_DETAIL_RANGES_HPP

#include <oneapi/tbb/blocked_range.h>

#include "../oneapi/tbb/partitioner.h"
#include "context.hpp"

#include "../../detail/fork.hpp"
#include "../../detail/index_loops.hpp"

#include <cstdint>

namespace tactus::tbb_interface {

template <class T>
concept is_partitioner = std::same_as<std::remove_cvref_t<T>, ::tbb::simple_partitioner> ||
                         std::same_as<std::remove_cvref_t<T>, ::tbb::auto_partitioner> ||
                         std::same_as<std::remove_cvref_t<T>, ::tbb::static_partitioner> ||
                         std::same_as<std::remove_cvref_t<T>, ::tbb::affinity_partitioner>;

/// With this partitioner a grain is a promise: Body never gets a range that is divisible.
template <class Partitioner>
inline constexpr bool promisesGrain = std::same_as<std::remove_cvref_t<Partitioner>, ::tbb::simple_partitioner>;

template <class Range> inline constexpr bool isBlocked = false;
template <class Value> inline constexpr bool isBlocked<::tbb::blocked_range<Value>> = true;

/// Is it run as a latent loop?
template <class Range, class Partitioner>
inline constexpr bool isLoop = isBlocked<Range> && !promisesGrain<Partitioner>;

/// begin + offset, in the type of the range's bounds.
template <class Value> Value valueAt(const Value &begin, uint64_t offset) {
  if constexpr (std::integral<Value>)
    return static_cast<Value>(static_cast<uint64_t>(begin) + offset);
  else
    return static_cast<Value>(begin + static_cast<std::size_t>(offset));
}

/// Iterations [begin, end) of a blocked range, as a range.
template <class Value>
::tbb::blocked_range<Value> piece(const ::tbb::blocked_range<Value> &range, uint64_t begin, uint64_t end) {
  return {valueAt(range.begin(), begin), valueAt(range.begin(), end), range.grainsize()};
}

/// With these partitioners, ranges that can be split in a proportion are.
template <class Partitioner>
inline constexpr bool splitsInProportion = std::same_as<std::remove_cvref_t<Partitioner>, ::tbb::static_partitioner> ||
                                           std::same_as<std::remove_cvref_t<Partitioner>, ::tbb::affinity_partitioner>;

/// Leaves the first half in the range, and returns the other. In proportion only where the whole is split: a range may
/// keep everything in one of such parts, whatever is asked for, and would be split for ever.
template <class Partitioner, class Range> Range splitOff(Range &range, bool isWhole) {
  if constexpr (splitsInProportion<Partitioner> &&
                std::constructible_from<Range, Range &, ::tbb::proportional_split &>) {
    if (isWhole) {
      ::tbb::proportional_split halves(1, 1);
      return Range(range, halves);
    }
  }
  return Range(range, ::tbb::split());
}

/// Calls body(piece) for pieces that together are the range.
template <class Partitioner, class Range, class Body, class Stop> class Splitting {
  const Body &body;
  const Stop &stop;
  std::source_location where;

public:
  Splitting(const Body &called, const Stop &request, std::source_location place)
      : body(called), stop(request), where(place) {}

  void run(Range &range, bool isWhole) const {
    if (stop.stop_requested())
      return;
    if (!range.is_divisible()) {
      [[maybe_unused]] auto entered = inside(stop);
      body(range);
      return;
    }
    Range right = splitOff<Partitioner>(range, isWhole);
    ::tactus::detail::both(where, [&] { run(range, false); }, [&] { run(right, false); });
  }
};

template <class Partitioner, class Range, class Body, class Stop>
void forRange(const Range &range, const Body &body, const Stop &stop, std::source_location where) {
  if (range.empty())
    return;
  if constexpr (isLoop<Range, Partitioner>) {
    ::tactus::parallel_for_blocks(
        uint64_t{0}, static_cast<uint64_t>(range.size()),
        [&range, &body, &stop](uint64_t begin, uint64_t end) {
          [[maybe_unused]] auto entered = inside(stop);
          auto part = piece(range, begin, end);
          body(part);
        },
        stop, where);
  } else {
    Range all(range);
    Splitting<Partitioner, Range, Body, Stop>(body, stop, where).run(all, true);
  }
}

} // namespace tactus::tbb_interface

#endif // TACTUS_TBB_DETAIL_RANGES_HPP
