//===- stop.hpp - what algorithms with stops share ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_STOP_HPP
#define TACTUS_DETAIL_STOP_HPP

#include "algorithms.hpp"
#include "stopping.hpp"

#include <algorithm>
#include <concepts>
#include <functional>
#include <iterator>

namespace tactus {

namespace detail {

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
