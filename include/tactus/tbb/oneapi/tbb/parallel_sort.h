//===- parallel_sort.h - oneTBB's parallel_sort on Tactus' ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Equal elements come in any order, as in oneTBB.
//
//===----------------------------------------------------------------------===//
#ifndef __TBB_parallel_sort_H
#define __TBB_parallel_sort_H // oneTBB's own: its other headers find that parallel_sort is there

#include "parallel_for.h"

#include "../../../detail/sort.hpp"

#include <functional>
#include <iterator>

namespace tbb::detail::d1 {

template <std::random_access_iterator Iterator, class Compare>
void parallel_sort(Iterator begin, Iterator end, const Compare &compare) {
  if (begin < end)
    tactus::parallel_sort(std::ranges::subrange(begin, end), compare);
}

template <std::random_access_iterator Iterator> void parallel_sort(Iterator begin, Iterator end) {
  d1::parallel_sort(begin, end, std::less<std::iter_value_t<Iterator>>());
}

template <class Range, class Compare>
  requires requires(Range &range) { std::begin(range); }
void parallel_sort(Range &&range, const Compare &compare) {
  d1::parallel_sort(std::begin(range), std::end(range), compare);
}

template <class Range>
  requires requires(Range &range) { std::begin(range); }
void parallel_sort(Range &&range) {
  d1::parallel_sort(std::begin(range), std::end(range));
}

} // namespace tbb::detail::d1

/// Argument-dependent look-up finds the functions beside the ranges, as it does in oneTBB.
namespace tbb {
inline namespace v1 {
using detail::d1::parallel_sort;
} // namespace v1
} // namespace tbb

#endif // __TBB_parallel_sort_H
