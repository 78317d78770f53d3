//===- algorithms.hpp - parallel_for, parallel_reduce ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// All are loops (loop.hpp) or forks (par.hpp). None has a grain size: what is not promoted runs as the sequential loop.
//
// Exceptions: that of the first element in order arrives, when all that had been begun has ended. Elements behind it
// may have been looked at, or not.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_ALGORITHMS_HPP
#define TACTUS_DETAIL_ALGORITHMS_HPP

#include "loop_kinds.hpp"

#include <functional>

namespace tactus {

/// combine(T, T) gives a T. It must be associative; it need not be commutative.
template <class Combine, class T>
concept combines = std::invocable<Combine &, T, T> && std::convertible_to<std::invoke_result_t<Combine &, T, T>, T>;

/// Reduction results move between threads.
template <class T>
concept reduction_value = std::movable<T> && std::copy_constructible<T>;

namespace detail {

/// Calls a function for the index-th element.
template <class Iterator, class Function> struct OfElements {
  KeptFunction<Function> function;
  Iterator first;
  using Result = typename ResultOfCall<Function, std::iter_reference_t<Iterator>>::Type;
  [[gnu::always_inline]] constexpr Result operator()(uint64_t index) const {
    return callBody(function, first[static_cast<std::iter_difference_t<Iterator>>(index)]);
  }
};

/// The index-th element.
template <class Iterator> struct Elements {
  Iterator first;
  [[gnu::always_inline]] constexpr decltype(auto) operator()(uint64_t index) const {
    return first[static_cast<std::iter_difference_t<Iterator>>(index)];
  }
};

template <class T, class Map, class Combine> struct ReduceKind {
  using State = T;
  using Cursor = CursorOf<Map>;
  /// By value where that is no more than the pointer would be.
  std::conditional_t<std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(void *), T, const T &> identity;
  Map map;
  KeptFunction<Combine> combiner;

  State begin(uint64_t) const { return identity; }
  [[gnu::always_inline]] constexpr Cursor at(uint64_t index) const { return cursorAt(map, index); }
  [[gnu::always_inline]] constexpr void iterate(State &state, Cursor cursor) const {
    state = std::invoke(combiner, std::move(state), static_cast<T>(map(cursor)));
  }
  void combine(State &state, State &&next) const { state = std::invoke(combiner, std::move(state), std::move(next)); }
};

template <class Body>
[[gnu::always_inline]] constexpr void forIndices(uint64_t count, Body body, std::source_location where) {
  ForKind<Body> kind{body};
  typename ForKind<Body>::State nothing{};
  runAnywhere(kind, nothing, count, where);
}

template <class Combine, class T, class Map>
[[gnu::always_inline]] constexpr T reduceIndices(uint64_t count, const T &identity, Map map, Combine &combiner,
                                                 std::source_location where) {
  T result = identity;
  ReduceKind<T, Map, Combine> kind{identity, map, combiner};
  runAnywhere(kind, result, count, where);
  return result;
}

} // namespace detail

/// Calls body(i) for each i of [begin, end). Different iterations may run at the same time. If some throw, the
/// exception of the first of them in order arrives, and later iterations may not have run. Thread-safe.
/// Complexity: end - begin calls.
/// Example:
///     std::vector<int> squares(5);
///     tactus::parallel_for(0, 5, [&](int i) { squares[i] = i * i; });
///     std::cout << squares[4]; // prints 16
template <std::integral Index, class Body>
  requires body_for_index<Body, Index>
[[gnu::always_inline]] constexpr void parallel_for(Index begin, std::type_identity_t<Index> end, Body &&body,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  if (begin < end)
    detail::forIndices(detail::distance(begin, end), detail::OfIndices<Index, Function>{body, begin}, where);
}

/// Calls body(element) for each element of a random-access range; as above.
/// Complexity: a call for each element.
/// Example:
///     std::vector<int> values{1, 2, 3};
///     tactus::parallel_for(values, [](int &value) { value *= 10; });
///     std::cout << values[2]; // prints 30
template <indexable_range Range, class Body>
  requires body_for_element<Body, Range>
[[gnu::always_inline]] constexpr void parallel_for(Range &&range, Body &&body,
                                                   std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Body>;
  detail::forIndices(static_cast<uint64_t>(std::ranges::size(range)),
                     detail::OfElements<std::ranges::iterator_t<Range>, Function>{body, std::ranges::begin(range)},
                     where);
}

/// combine(... combine(combine(identity, map(begin)), map(begin + 1)) ..., map(end - 1)), grouped in any way but in
/// this order. `combine` is associative and `identity` is neutral to it; T is the type of `identity`.
/// Complexity: end - begin calls of each, and one of `combine` for each task.
/// Example:
///     int sum = tactus::parallel_reduce(1, 101, 0, [](int i) { return i; }, std::plus<>());
///     std::cout << sum; // prints 5050
template <std::integral Index, reduction_value T, class Map, class Combine>
  requires body_for_index<Map, Index> && combines<Combine, T> &&
           std::convertible_to<std::invoke_result_t<Map &, Index>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Index begin, std::type_identity_t<Index> end, const T &identity, Map &&map, Combine &&combine,
                std::source_location where = std::source_location::current()) {
  using Function = std::remove_reference_t<Map>;
  if (!(begin < end))
    return identity;
  return detail::reduceIndices<std::remove_reference_t<Combine>>(
      detail::distance(begin, end), identity, detail::OfIndices<Index, Function>{map, begin}, combine, where);
}

/// The elements of a random-access range, combined; as above.
/// Complexity: a call for each element, and one for each task.
/// Example:
///     std::vector<std::string> words{"to", "get", "her"};
///     std::cout << tactus::parallel_reduce(words, std::string()); // prints together
template <indexable_range Range, reduction_value T, class Combine = std::plus<>>
  requires combines<Combine, T> && std::convertible_to<std::ranges::range_reference_t<Range>, T>
[[nodiscard]] [[gnu::always_inline]] constexpr T
parallel_reduce(Range &&range, const T &identity, Combine &&combine = {},
                std::source_location where = std::source_location::current()) {
  return detail::reduceIndices<std::remove_reference_t<Combine>>(
      static_cast<uint64_t>(std::ranges::size(range)), identity,
      detail::Elements<std::ranges::iterator_t<Range>>{std::ranges::begin(range)}, combine, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_ALGORITHMS_HPP
