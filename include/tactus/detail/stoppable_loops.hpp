//===- stoppable_loops.hpp - loops and reductions with stops ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STOPPABLE_LOOPS_HPP
#define TACTUS_DETAIL_STOPPABLE_LOOPS_HPP

#include "index_loops.hpp"
#include "stop.hpp"

namespace tactus {

/// A body of a blocked loop over a range: body(piece), where the piece is a std::ranges::subrange of it.
template <class Body, class Range>
concept body_for_piece = std::invocable<Body &, std::ranges::subrange<std::ranges::iterator_t<Range>>>;

/// As parallel_for of a range, until a stop is requested.
/// Complexity: at most n calls.
/// Example:
///     std::stop_source source;
///     std::vector<int> values(100'000);
///     tactus::parallel_for(values, [&](int &value) {
///       value = 1;
///       source.request_stop();
///     }, source.get_token());
///     std::cout << (std::count(values.begin(), values.end(), 0) > 0); // prints 1
template <indexable_range Range, class Body, stop_request Stop>
  requires body_for_element<Body, Range>
[[gnu::always_inline]] constexpr void parallel_for(Range &&range, Body &&body, Stop stop,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  detail::forIndicesUntil(detail::sizeOf(range),
                          detail::OfElements<std::ranges::iterator_t<Range>, Function>{body, std::ranges::begin(range)},
                          stop, where);
}

/// As parallel_reduce, until a stop is requested: then of some elements, in their order.
/// Complexity: at most end - begin calls of each, and one of `combine` for each task.
/// Example:
///     std::stop_source source;
///     source.request_stop();
///     int sum = tactus::parallel_reduce(1, 101, 0, std::identity(), std::plus<>(), source.get_token());
///     std::cout << sum; // prints 0
template <std::integral Index, reduction_value T, class Map, class Combine, stop_request Stop>
  requires body_for_index<Map, Index> && combines<Combine, T> &&
           std::convertible_to<std::invoke_result_t<Map &, Index>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Index begin, std::type_identity_t<Index> end, const T &identity, Map &&map, Combine &&combine,
                Stop stop, std::source_location where = std::source_location::current()) {
  using Mapped = detail::OfIndices<Index, std::remove_reference_t<Map>>;
  T result = identity;
  if (begin < end) {
    detail::ReduceKind<T, Mapped, std::remove_reference_t<Combine>> kind{identity, Mapped{map, begin}, combine};
    detail::runUntil(kind, result, detail::distance(begin, end), stop, where);
  }
  return result;
}

/// The same for the elements of a range.
/// Complexity: at most n calls, and one for each task.
/// Example:
///     std::stop_source source;
///     std::vector<int> values{1, 2, 3};
///     std::cout << tactus::parallel_reduce(values, 0, std::plus<>(), source.get_token()); // prints 6
template <indexable_range Range, reduction_value T, class Combine, stop_request Stop>
  requires combines<Combine, T> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Range &&range, const T &identity, Combine &&combine, Stop stop,
                std::source_location where = std::source_location::current()) {
  using Mapped = detail::Elements<std::ranges::iterator_t<Range>>;
  T result = identity;
  detail::ReduceKind<T, Mapped, std::remove_reference_t<Combine>> kind{identity, Mapped{std::ranges::begin(range)},
                                                                       combine};
  detail::runUntil(kind, result, detail::sizeOf(range), stop, where);
  return result;
}

/// As parallel_for_blocks, for a range: body(piece) for pieces that together are the range.
/// Each piece is a std::ranges::subrange.
/// Complexity: between 1 and n calls.
/// Example:
///     std::vector<int> values(10, 1);
///     std::atomic<int> sum = 0;
///     tactus::parallel_for_blocks(values, [&](auto piece) { sum += std::accumulate(piece.begin(), piece.end(), 0); });
///     std::cout << sum; // prints 10
template <indexable_range Range, class Body, stop_request Stop = never_stop>
  requires body_for_piece<Body, Range>
constexpr void parallel_for_blocks(Range &&range, Body &&body, Stop stop = {},
                                   std::source_location where = std::source_location::current()) {
  using Difference = std::ranges::range_difference_t<Range>;
  auto first = std::ranges::begin(range);
  parallel_for_blocks(
      uint64_t{0}, detail::sizeOf(range),
      [&](uint64_t begin, uint64_t end) {
        std::invoke(
            body, std::ranges::subrange(first + static_cast<Difference>(begin), first + static_cast<Difference>(end)));
      },
      stop, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_STOPPABLE_LOOPS_HPP
