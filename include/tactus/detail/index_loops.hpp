//===- index_loops.hpp - loops over indices, with stops, with steps and by blocks -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The part of <tactus/algorithm.hpp> that oneTBB's algorithms are made of. They include it alone.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_INDEX_LOOPS_HPP
#define TACTUS_DETAIL_INDEX_LOOPS_HPP

#include "stopping.hpp"

namespace tactus {

/// A body of a blocked loop: body(begin, end).
template <class Body, class Index>
concept body_for_block = std::invocable<Body &, Index, Index>;

namespace detail {

/// A positive step as an uint64_t; beyond that no interval has two.
template <std::integral Step> constexpr uint64_t stride(Step step) noexcept {
  if constexpr (isWide<Step>)
    return step > static_cast<Step>(~uint64_t{0}) ? ~uint64_t{0} : static_cast<uint64_t>(step);
  else
    return static_cast<uint64_t>(step);
}

/// The index-th of begin, begin + step, ...
template <class Index, class Function> struct OfSteps {
  KeptFunction<Function> function;
  Index begin, step;
  [[gnu::always_inline]] constexpr void operator()(uint64_t index) const {
    if constexpr (isWide<Index>)
      callBody(function, begin + static_cast<Index>(index) * step);
    else
      callBody(function, indexAt(begin, index * static_cast<uint64_t>(step)));
  }
};

template <class Index, class Function> struct BlockKind {
  struct State {};
  using Cursor = uint64_t;
  KeptFunction<Function> function;
  Index first;

  State begin(uint64_t) const noexcept { return {}; }
  constexpr Cursor at(uint64_t index) const noexcept { return index; }
  [[gnu::always_inline]] constexpr void iterate(State &state, uint64_t index) const {
    runPiece(state, index, index + 1);
  }
  [[gnu::always_inline]] void callOnce(uint64_t index) const {
    State nothing;
    iterate(nothing, index);
  }
  [[gnu::always_inline]] constexpr void runPiece(State &, uint64_t begin, uint64_t end) const {
    function(indexAt(first, begin), indexAt(first, end));
  }
  void combine(State &, State &&) const noexcept {}
};

} // namespace detail

/// As parallel_for, until a stop is requested.
/// Complexity: at most end - begin calls.
/// Example:
///     std::stop_source source;
///     std::atomic<int> calls = 0;
///     tactus::parallel_for(0, 1'000'000, [&](int) {
///       ++calls;
///       source.request_stop();
///     }, source.get_token());
///     std::cout << (calls < 1'000'000); // prints 1
template <std::integral Index, class Body, stop_request Stop>
  requires body_for_index<Body, Index>
[[gnu::always_inline]] constexpr void parallel_for(Index begin, std::type_identity_t<Index> end, Body &&body, Stop stop,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  if (begin < end)
    detail::forIndicesUntil(detail::distance(begin, end), detail::OfIndices<Index, Function>{body, begin}, stop, where);
}

/// Calls body(i) for i = begin, begin + step, ... below `end`; `step` is positive. Thread-safe.
/// Complexity: (end - begin) / step calls, rounded up.
/// Example:
///     std::vector<int> marks(10);
///     tactus::parallel_for(0, 10, 3, [&](int i) { marks[i] = 1; });
///     std::cout << marks[3] << marks[4] << marks[9]; // prints 101
template <std::integral Index, std::integral Step, class Body, stop_request Stop = never_stop>
  requires body_for_index<Body, Index>
[[gnu::always_inline]] constexpr void parallel_for(Index begin, std::type_identity_t<Index> end, Step step, Body &&body,
                                                   Stop stop = {},
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  if (begin < end && step > 0)
    detail::forIndicesUntil((detail::distance(begin, end) - 1) / detail::stride(step) + 1,
                            detail::OfSteps<Index, Function>{body, begin, static_cast<Index>(step)}, stop, where);
}

/// Calls body(b, e) for pieces [b, e) that together are [begin, end), in any order: as long as is cheap where the
/// compiler knows that the body does not poll, single iterations elsewhere.
/// Complexity: between 1 and end - begin calls.
/// Example:
///     std::vector<int> values(10, 1);
///     std::atomic<int> sum = 0;
///     tactus::parallel_for_blocks(0, 10, [&](int begin, int end) {
///       sum += std::accumulate(values.begin() + begin, values.begin() + end, 0);
///     });
///     std::cout << sum; // prints 10
template <std::integral Index, class Body, stop_request Stop = never_stop>
  requires body_for_block<Body, Index>
constexpr void parallel_for_blocks(Index begin, std::type_identity_t<Index> end, Body &&body, Stop stop = {},
                                   std::source_location where = std::source_location::current()) {
  using Kind = detail::BlockKind<Index, std::remove_reference_t<Body>>;
  if (!(begin < end))
    return;
  Kind kind{body, begin};
  typename Kind::State nothing{};
  detail::runUntil(kind, nothing, detail::distance(begin, end), stop, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_INDEX_LOOPS_HPP
