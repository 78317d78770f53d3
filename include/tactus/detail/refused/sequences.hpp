//===- sequences.hpp - calls of parallel_sort and parallel_scan that are refused ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
#define TACTUS_DETAIL_REFUSED_SEQUENCES_HPP

#pragma GCC system_header
#include "left_out.hpp"

#include <iterator>

namespace tactus {

namespace detail {

/// (range, [less, [stop]])
template <class Call> constexpr Mistake mistakeInSort() {
  using Range = typename Call::template At<0>;
  using Less = FunctionOr<Call, 1, std::less<>>;
  TACTUS_DETAIL_NEEDS(count, Call::takes(1, 3))
  TACTUS_DETAIL_NEEDS(range, indexable_range<Range>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<std::ranges::iterator_t<Range>>)
  TACTUS_DETAIL_NEEDS(order, std::indirect_strict_weak_order<Less &, std::ranges::iterator_t<Range>>)
  TACTUS_DETAIL_NEEDS(place, std::permutable<std::ranges::iterator_t<Range>>)
  return mistakeInStop<Call, 2>();
}

/// (range, output, [combine, [stop]]) where T is scanned, and `function` the place of combine.
template <class T, class Call, std::size_t function> constexpr Mistake mistakeInScan() {
  using Output = typename Call::template Plain<1>;
  using Combine = FunctionOr<Call, function, std::plus<>>;
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(combine, combines<Combine, T>)
  TACTUS_DETAIL_NEEDS(result, std::indirectly_writable<Output, const T &> &&
                                  std::convertible_to<std::iter_reference_t<Output>, T>)
  return mistakeInStop<Call, function + 1>();
}

template <class Call> constexpr Mistake mistakeInInclusiveScan() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(2, 4))
  TACTUS_DETAIL_NEEDS(range, indexable_range<typename Call::template At<0>>)
  return mistakeInScan<std::ranges::range_value_t<typename Call::template At<0>>, Call, 2>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInSort<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_INDIRECT_ORDER
#define TACTUS_DETAIL_NAME parallel_sort
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInInclusiveScan<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_OUTPUT
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUES
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SCAN
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_SUMS
#define TACTUS_DETAIL_NAME parallel_scan
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEQUENCES_HPP
