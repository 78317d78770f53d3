//===- parallel_for.h - oneTBB's parallel_for on latent loops -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     tbb::parallel_for(tbb::blocked_range<int>(0, n), [&](const auto &r) { ... });
//     tbb::parallel_for(0, n, [&](int i) { ... });
//
// Partitioners are accepted. Only simple_partitioner changes anything: the body gets no range that is divisible.
// Exceptions: that of the first iteration in order arrives. Threads: any, at any time.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_for_H
#define __TBB_parallel_for_H // oneTBB's own: its other headers find that parallel_for is there

#include "../../detail/ranges.hpp"

#include <oneapi/tbb/detail/_exception.h>

namespace tactus::tbb_interface {

template <class Range, class Body>
concept body_for_range = std::invocable<const Body &, Range &>;

/// An index of oneTBB's interface is an integer, or a type of the user's with its arithmetic.
template <class Index, class Function, class Stop>
void forIndices(Index first, Index last, Index step, const Function &function, const Stop &stop,
                std::source_location where) {
  if constexpr (!std::copy_constructible<Function>) {
    // Loops may keep a copy of their function. Of this one there is none.
    forIndices(first, last, step, [&function](Index index) { function(index); }, stop, where);
  } else if constexpr (std::same_as<Stop, ContextStop> && std::integral<Index>) {
    if (!(first < last))
      return;
    // In blocks, each of which enters the context once.
    uint64_t begin = static_cast<uint64_t>(first), stride = static_cast<uint64_t>(step);
    ::tactus::parallel_for_blocks(
        uint64_t{0}, (static_cast<uint64_t>(last) - begin - 1) / stride + 1,
        [&](uint64_t index, uint64_t end) {
          Inside entered(stop.context);
          for (; index != end; ++index)
            function(static_cast<Index>(begin + index * stride));
        },
        stop, where);
  } else if constexpr (std::integral<Index>) {
    if (step == Index(1))
      ::tactus::parallel_for(first, last, function, stop, where);
    else
      ::tactus::parallel_for(first, last, step, function, stop, where);
  } else {
    if (!(first < last))
      return;
    Index count = (last - first - Index(1)) / step + Index(1);
    ::tactus::parallel_for(
        uint64_t{0}, static_cast<uint64_t>(count),
        [&](uint64_t index) {
          [[maybe_unused]] auto entered = inside(stop);
          function(first + static_cast<Index>(index) * step);
        },
        stop, where);
  }
}

template <class Index> void checkStep(const Index &step) {
  if (!(Index(0) < step))
    ::tbb::detail::throw_exception(::tbb::detail::exception_id::nonpositive_step);
}

} // namespace tactus::tbb_interface

namespace tbb::detail::d1 {

template <class Range, class Body>
  requires tactus::tbb_interface::body_for_range<Range, Body>
void parallel_for(const Range &range, const Body &body, std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::forRange<auto_partitioner>(range, body, stop, where); });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::body_for_range<Range, Body>
void parallel_for(const Range &range, const Body &body, Partitioner &&,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::forRange<Partitioner>(range, body, stop, where); });
}

template <class Range, class Body>
  requires tactus::tbb_interface::body_for_range<Range, Body>
void parallel_for(const Range &range, const Body &body, task_group_context &context,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(
      context, [&](auto stop) { tactus::tbb_interface::forRange<auto_partitioner>(range, body, stop, where); });
}

template <class Range, class Body, tactus::tbb_interface::is_partitioner Partitioner>
  requires tactus::tbb_interface::body_for_range<Range, Body>
void parallel_for(const Range &range, const Body &body, Partitioner &&, task_group_context &context,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::under(
      context, [&](auto stop) { tactus::tbb_interface::forRange<Partitioner>(range, body, stop, where); });
}

template <class Index, class Function>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, const Function &function,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::forIndices(first, last, Index(1), function, stop, where); });
}

template <class Index, class Function>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, Index step, const Function &function,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::checkStep(step);
  tactus::tbb_interface::underCurrent(
      [&](auto stop) { tactus::tbb_interface::forIndices(first, last, step, function, stop, where); });
}

template <class Index, class Function, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, const Function &function, Partitioner &&,
                  std::source_location where = std::source_location::current()) {
  parallel_for(first, last, function, where);
}

template <class Index, class Function, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, Index step, const Function &function, Partitioner &&,
                  std::source_location where = std::source_location::current()) {
  parallel_for(first, last, step, function, where);
}

template <class Index, class Function>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, Index step, const Function &function, task_group_context &context,
                  std::source_location where = std::source_location::current()) {
  tactus::tbb_interface::checkStep(step);
  tactus::tbb_interface::under(
      context, [&](auto stop) { tactus::tbb_interface::forIndices(first, last, step, function, stop, where); });
}

template <class Index, class Function>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, const Function &function, task_group_context &context,
                  std::source_location where = std::source_location::current()) {
  parallel_for(first, last, Index(1), function, context, where);
}

template <class Index, class Function, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, const Function &function, Partitioner &&, task_group_context &context,
                  std::source_location where = std::source_location::current()) {
  parallel_for(first, last, Index(1), function, context, where);
}

template <class Index, class Function, tactus::tbb_interface::is_partitioner Partitioner>
  requires std::invocable<const Function &, Index>
void parallel_for(Index first, Index last, Index step, const Function &function, Partitioner &&,
                  task_group_context &context, std::source_location where = std::source_location::current()) {
  parallel_for(first, last, step, function, context, where);
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_for;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_for_H
