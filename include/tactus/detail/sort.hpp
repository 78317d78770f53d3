//===- sort.hpp - parallel_sort -------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Quicksort with a fork at every level. A part that is small, or whose pivots were bad, goes to std::sort, which bounds
// the worst case. Small elements are compared without branches (branchless_sort.hpp).
//
// Exceptions: one that comparing or moving throws arrives; of several, one. The elements are then in some order.
// Threads: any thread may call it at any time, also inside of what it calls. It calls its functions on several threads
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_SORT_HPP
#define TACTUS_DETAIL_SORT_HPP

#include "branchless_sort.hpp"
#include "stopping.hpp"

#include <algorithm>
#include <bit>
#include <functional>
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

/// The same without branches. `before` is a pivot in front of them, in its final place; null if they are the first.
template <class T, class Less, class Stop>
void branchlessQuicksort(T *first, T *last, T *before, Less &less, int depth, const Stop &stop,
                         std::source_location where) {
  using Sort = BranchlessSort<T, Less>;
  if (stop.stop_requested())
    return;
  if (last - first <= Sort::Small) {
    Sort::sortSmall(first, last, less);
    return;
  }
  if (depth == 0) {
    std::sort(first, last, std::ref(less));
    return;
  }
  Sort::choosePivot(first, last, less);
  if (before && !less(*before, *first)) {
    T *equal = Sort::splitEqual(first, last, less);
    branchlessQuicksort(equal + 1, last, equal, less, depth - 1, stop, where);
    return;
  }
  T *pivot = Sort::partition(first, last, less);
  both(
      where, [&] { branchlessQuicksort(first, pivot, before, less, depth - 1, stop, where); },
      [&] { branchlessQuicksort(pivot + 1, last, pivot, less, depth - 1, stop, where); });
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
  // Programs sort again what they have sorted. Of elements in another order, few are looked at.
  if (stop.stop_requested() || std::is_sorted(first, first + count, std::ref(less)))
    return;
  int depth = 2 * static_cast<int>(std::bit_width(static_cast<uint64_t>(count)));
  if constexpr (detail::sortsWithoutBranches<decltype(first), std::remove_reference_t<Less>>) {
    auto *elements = std::to_address(first);
    decltype(elements) none = nullptr;
    detail::branchlessQuicksort(elements, elements + count, none, less, depth, stop, where);
  } else {
    detail::quicksort(first, first + count, less, depth, stop, where);
  }
}

} // namespace tactus

#endif // TACTUS_DETAIL_SORT_HPP
