//===- sort.hpp - calls of what orders ranges that are refused ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SORT_HPP
#define TACTUS_DETAIL_REFUSED_SORT_HPP

#pragma GCC system_header
#include "../../sort.hpp"
#include "sequences.hpp"

namespace tactus {

namespace detail {

/// (first, second, output, [less, [stop]])
template <class Call> constexpr Mistake mistakeInMerge() {
  using First = typename Call::template At<0>;
  using Second = typename Call::template At<1>;
  using Output = typename Call::template Plain<2>;
  TACTUS_DETAIL_NEEDS(count, Call::takes(3, 5))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  TACTUS_DETAIL_NEEDS(second, indexable_range<Second>)
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
  TACTUS_DETAIL_NEEDS(order, merges_into<FunctionOr<Call, 3, std::less<>>, First, Second, Output>)
  return mistakeInStop<Call, 4>();
}

/// (range, predicate, [stop])
template <class Call> constexpr Mistake mistakeInPartition() {
  using Range = typename Call::template At<0>;
  TACTUS_DETAIL_NEEDS(count, Call::takes(2, 3))
  TACTUS_DETAIL_NEEDS(range, indexable_range<Range>)
  TACTUS_DETAIL_NEEDS(predicate,
                      std::predicate<typename Call::template Function<1>, std::ranges::range_reference_t<Range>>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<std::ranges::iterator_t<Range>>)
  TACTUS_DETAIL_NEEDS(place, std::permutable<std::ranges::iterator_t<Range>>)
  return mistakeInStop<Call, 2>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInSort<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_INDIRECT_ORDER
#define TACTUS_DETAIL_NAME parallel_stable_sort
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInMerge<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT "it takes (first, second, output) or (first, second, output, less), and a stop"
#define TACTUS_DETAIL_SECOND "the second argument is no range with random access and a size (concept indexable_range)"
#define TACTUS_DETAIL_ORDER                                                                                            \
  "less(a, b) is no order of both ranges, or the output does not take their elements (concept merges_into)"
#define TACTUS_DETAIL_NAME parallel_merge
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInPartition<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_PREDICATE
#define TACTUS_DETAIL_PREDICATE TACTUS_DETAIL_NO_PREDICATE
#define TACTUS_DETAIL_NAME parallel_partition
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SORT_HPP
