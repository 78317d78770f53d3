//===- search.hpp - searches that are refused -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_SEARCH_HPP
#define TACTUS_DETAIL_REFUSED_SEARCH_HPP

#pragma GCC system_header
#include "../../search.hpp"
#include "sequences.hpp"

namespace tactus {

namespace detail {

/// (range, predicate, [stop])
template <class Call> constexpr Mistake mistakeInPredicate() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(2, 3))
  TACTUS_DETAIL_NEEDS(range, indexable_range<typename Call::template At<0>>)
  TACTUS_DETAIL_NEEDS(
      predicate,
      predicate_of_element<std::remove_reference_t<typename Call::template At<1>>, typename Call::template At<0>>)
  return mistakeInStop<Call, 2>();
}

/// (range, value, [stop])
template <class First, class... Others> constexpr Mistake mistakeInFind() {
  using All = Call<First, Others...>;
  TACTUS_DETAIL_NEEDS(count, All::takes(2, 3))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  TACTUS_DETAIL_NEEDS(
      value,
      std::equality_comparable_with<std::ranges::range_reference_t<First>, const typename All::template Plain<1> &>)
  return mistakeInStop<All, 2>();
}

/// (range, [less, [stop]])
template <class Call> constexpr Mistake mistakeInExtremes() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(1, 3))
  TACTUS_DETAIL_NEEDS(range, indexable_range<typename Call::template At<0>>)
  TACTUS_DETAIL_NEEDS(order, orders_elements<FunctionOr<Call, 1, std::less<>>, typename Call::template At<0>>)
  return mistakeInStop<Call, 2>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInPredicate<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_PREDICATE
#define TACTUS_DETAIL_PREDICATE TACTUS_DETAIL_NO_TEST
#define TACTUS_DETAIL_NAME parallel_find_if
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME parallel_any_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME parallel_none_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME parallel_all_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME parallel_count_if
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others> detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInFind<First, Others...>()
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NOT_COMPARED
#define TACTUS_DETAIL_COUNT "it takes (range, value) or (range, value, stop)"
#define TACTUS_DETAIL_NAME parallel_find
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInExtremes<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_ORDER
#define TACTUS_DETAIL_NAME parallel_min_element
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME parallel_max_element
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class... Arguments> std::pair<detail::Refused, detail::Refused> TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInExtremes<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_ORDER
#define TACTUS_DETAIL_NAME parallel_minmax_element
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_SEARCH_HPP
