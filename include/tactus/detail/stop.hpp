//===- stop.hpp - loops that may be told to stop ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whoever is not asked to stop pays nothing: without a token there is no question in the loop.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STOP_HPP
#define TACTUS_DETAIL_STOP_HPP

#include "algorithms.hpp"

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>

namespace tactus {

/// What algorithms ask between two elements, from several threads: a std::stop_token, or whatever looks like it.
template <class Stop>
concept stop_request = std::copy_constructible<Stop> && requires(const Stop &stop) {
  { stop.stop_requested() } -> std::convertible_to<bool>;
};

/// Nobody asks.
struct never_stop {
  static constexpr bool stop_requested() noexcept { return false; }
};

namespace detail {

/// A loop that ends early. One piece of it is one iteration.
template <class Kind, class Stop> struct Stopping {
  using State = typename Kind::State;
  using Cursor = typename Kind::Cursor;
  Kind &kind;
  const Stop &stop;

  State begin(uint64_t index) const { return kind.begin(index); }
  [[gnu::always_inline]] Cursor at(uint64_t index) const { return kind.at(index); }
  [[gnu::always_inline]] void iterate(State &state, Cursor cursor) const { kind.iterate(state, cursor); }
  void combine(State &state, State &&next) const { kind.combine(state, std::move(next)); }
  [[gnu::always_inline]] bool isDone(const State &state) const {
    return stop.stop_requested() || detail::isDone(kind, state);
  }
};

/// Runs [0, count), which may be empty.
template <class Kind, class Stop>
[[gnu::always_inline]] constexpr void runUntil(Kind &kind, typename Kind::State &state, uint64_t count,
                                               [[maybe_unused]] const Stop &stop, std::source_location where) {
  if (count == 0)
    return;
  if constexpr (std::is_same_v<Stop, never_stop>) {
    runAnywhere(kind, state, count, where);
  } else {
    if (stop.stop_requested())
      return;
    Stopping<Kind, Stop> stopping{kind, stop};
    runAnywhere(stopping, state, count, where);
  }
}

/// The same for a loop without results.
template <class Body, class Stop>
[[gnu::always_inline]] constexpr void forIndicesUntil(uint64_t count, Body body, const Stop &stop,
                                                      std::source_location where) {
  ForKind<Body> kind{body};
  typename ForKind<Body>::State nothing{};
  runUntil(kind, nothing, count, stop, where);
}

/// Is it of that category for the algorithms of C++17? They read what is an input iterator; views that make their
/// elements are no more than that to them, and libc++ refuses those where it wants to come back to an element.
template <class Iterator, class Category = std::input_iterator_tag>
concept hasCategory = std::derived_from<typename std::iterator_traits<Iterator>::iterator_category, Category>;

/// The index-th element of an iterator.
template <class Iterator> [[gnu::always_inline]] constexpr decltype(auto) element(Iterator first, uint64_t index) {
  return first[static_cast<std::iter_difference_t<Iterator>>(index)];
}

/// The first of [first, last) that is asked for. Views may have random access and none of the categories that
/// std::find_if knows, as std::views::iota has of numbers of 64 bits.
template <class Iterator, class Predicate>
[[gnu::always_inline]] constexpr Iterator findFirst(Iterator first, Iterator last, Predicate &predicate) {
  if constexpr (hasCategory<Iterator>)
    return std::find_if(first, last, std::ref(predicate));
  else
    while (first != last && !std::invoke(predicate, *first))
      ++first;
  return first;
}

/// Is a call of it with numbers surely no call of the user's? Then every compiler may run a loop of it in pieces.
template <class Function> inline constexpr bool isPlainOperation = false;
template <class T> inline constexpr bool isPlainOperation<std::plus<T>> = true;
template <class T> inline constexpr bool isPlainOperation<std::multiplies<T>> = true;
template <class T> inline constexpr bool isPlainOperation<std::less<T>> = true;
template <class T> inline constexpr bool isPlainOperation<std::greater<T>> = true;
template <class Function> inline constexpr bool isPlainOperation<const Function> = isPlainOperation<Function>;

template <class Iterator, class Function>
inline constexpr bool isPlainLoop = std::contiguous_iterator<Iterator> &&
                                    std::is_arithmetic_v<std::iter_value_t<Iterator>> && isPlainOperation<Function>;

/// Does a map of indices only read numbers?
template <class Map> inline constexpr bool isPlainMap = false;
template <class Map> inline constexpr bool isPlainMap<const Map> = isPlainMap<Map>;
template <class Iterator> inline constexpr bool isPlainMap<Elements<Iterator>> = isPlainLoop<Iterator, std::plus<>>;

template <class Range> constexpr uint64_t sizeOf(Range &range) {
  return static_cast<uint64_t>(std::ranges::size(range));
}

} // namespace detail

} // namespace tactus

#endif // TACTUS_DETAIL_STOP_HPP
