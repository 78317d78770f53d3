//===- sort.hpp - parallel_sort -------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Quicksort with a fork at every level. A part that is small, or whose pivots were bad, goes to std::sort, which bounds
// the worst case.
//
// Exceptions: one that comparing or moving throws arrives; of several, one. The elements are then in some order.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_SORT_HPP
#define TACTUS_DETAIL_SORT_HPP

#include "stop.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace tactus {

namespace detail {

/// Below this many elements a partition costs more than sorting them.
inline constexpr std::ptrdiff_t SmallSort = 32;

/// Moves the median of three elements to the front, as the pivot.
template <class Iterator, class Less> void choosePivot(Iterator first, Iterator last, Less &less) {
  Iterator middle = first + (last - first) / 2, back = last - 1;
  if (less(*middle, *first))
    std::iter_swap(first, middle);
  if (less(*back, *middle)) {
    std::iter_swap(middle, back);
    if (less(*middle, *first))
      std::iter_swap(first, middle);
  }
  std::iter_swap(first, middle);
}

/// Hoare's partition: nothing before the result belongs behind it. The pivot is there, in its final place.
template <class Iterator, class Less> Iterator partitionAtPivot(Iterator first, Iterator last, Less &less) {
  Iterator low = first, high = last;
  for (;;) {
    do
      ++low;
    while (low != last && less(*low, *first));
    do
      --high;
    while (less(*first, *high));
    if (!(low < high))
      break;
    std::iter_swap(low, high);
  }
  std::iter_swap(first, high);
  return high;
}

template <class Iterator, class Less, class Stop>
void quicksort(Iterator first, Iterator last, Less &less, int depth, const Stop &stop, std::source_location where) {
  if (stop.stop_requested())
    return;
  if (last - first <= SmallSort || depth == 0) {
    std::sort(first, last, std::ref(less));
    return;
  }
  choosePivot(first, last, less);
  Iterator pivot = partitionAtPivot(first, last, less);
  both(
      where, [&] { quicksort(first, pivot, less, depth - 1, stop, where); },
      [&] { quicksort(pivot + 1, last, less, depth - 1, stop, where); });
}

} // namespace detail

/// Sorts a random-access range by `less`, a strict weak order that several threads may ask at the same time; equal
/// elements may change places. If `less` throws, or a stop is requested, the range holds its elements in some order. A
/// stop is asked for at each part, not at each element. In constant expressions, std::sort.
/// Complexity: n log n comparisons, on average and at worst; in place.
/// Example:
///     std::vector<int> values{3, 1, 2};
///     tactus::parallel_sort(values, std::greater<>());
///     std::cout << values[0] << values[1] << values[2]; // prints 321
template <indexable_range Range, class Less = std::less<>, stop_request Stop = never_stop>
  requires std::sortable<std::ranges::iterator_t<Range>, std::remove_reference_t<Less>> &&
           written_apart<std::ranges::iterator_t<Range>>
constexpr void parallel_sort(Range &&range, Less &&less = {}, Stop stop = {},
                             std::source_location where = std::source_location::current()) {
  auto first = std::ranges::begin(range);
  auto count = static_cast<std::iter_difference_t<decltype(first)>>(std::ranges::size(range));
  if (std::is_constant_evaluated()) {
    std::sort(first, first + count, less);
    return;
  }
  int depth = 2 * static_cast<int>(std::bit_width(static_cast<uint64_t>(count)));
  detail::quicksort(first, first + count, less, depth, stop, where);
}

} // namespace tactus

#endif // TACTUS_DETAIL_SORT_HPP
