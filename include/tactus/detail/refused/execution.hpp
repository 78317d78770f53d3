//===- execution.hpp - algorithms with a policy that are refused ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
// The names are the standard's, so arguments are `const Arguments &` everywhere: where both namespaces are visible,
// nothing here fits better than what is in std.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_EXECUTION_HPP
#define TACTUS_DETAIL_REFUSED_EXECUTION_HPP

#pragma GCC system_header
#include "policies.hpp"

namespace tactus {

#define TACTUS_DETAIL_TAKES_POLICY
#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardForEach<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, function)"
#define TACTUS_DETAIL_BODY "the function cannot be called with an element (concept std::invocable)"
#define TACTUS_DETAIL_NAME for_each
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransform<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT                                                                                            \
  "it takes (policy, first, last, output, function) or (policy, first, last, second, output, function)"
#define TACTUS_DETAIL_SECOND "the second range has no random access (concept std::random_access_iterator)"
#define TACTUS_DETAIL_BODY                                                                                             \
  "the function cannot be called with the elements, or the output does not take its result (concept transforms_into)"
#define TACTUS_DETAIL_NAME transform
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardReduce<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, init, combine)"
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUE
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SUM
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NO_INIT
#define TACTUS_DETAIL_NAME reduce
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardTransformReduce<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUE
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SUM
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NO_INIT
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, init, combine, map)"
#define TACTUS_DETAIL_BODY "the map cannot be called with an element (concept std::invocable)"
#define TACTUS_DETAIL_NAME transform_reduce
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardInclusiveScan<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUES
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SCAN
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NOT_SCANNED
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_SUMS
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, output, combine)"
#define TACTUS_DETAIL_NAME inclusive_scan
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExclusiveScan<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_IDENTITY TACTUS_DETAIL_NO_VALUES
#define TACTUS_DETAIL_COMBINE TACTUS_DETAIL_NO_SCAN
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NOT_SCANNED
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_SUMS
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, output, init, combine)"
#define TACTUS_DETAIL_NAME exclusive_scan
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardSort<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_POLICY_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_STRICT_ORDER
#define TACTUS_DETAIL_NAME sort
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME stable_sort
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardMerge<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, second, secondLast, output, less)"
#define TACTUS_DETAIL_SECOND                                                                                           \
  "the second range is not two equal iterators with random access (concept std::random_access_iterator)"
#define TACTUS_DETAIL_ORDER                                                                                            \
  "less(a, b) is no order of both ranges, or the output does not take their elements (concept std::mergeable)"
#define TACTUS_DETAIL_NAME merge
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPartition<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_POLICY_PREDICATE
#define TACTUS_DETAIL_PREDICATE TACTUS_DETAIL_NO_PREDICATE
#define TACTUS_DETAIL_NAME partition
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardPredicate<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_POLICY_PREDICATE
#define TACTUS_DETAIL_PREDICATE TACTUS_DETAIL_NO_PREDICATE
#define TACTUS_DETAIL_NAME find_if
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME any_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME none_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME all_of
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME count_if
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardFind<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT "it takes (policy, first, last, value)"
#define TACTUS_DETAIL_VALUE TACTUS_DETAIL_NOT_COMPARED
#define TACTUS_DETAIL_NAME find
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExtremes<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_POLICY_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_STRICT_ORDER
#define TACTUS_DETAIL_NAME min_element
#define TACTUS_DETAIL_ANOTHER_FOLLOWS
#include "overload.def"
#define TACTUS_DETAIL_NAME max_element
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class... Arguments> std::pair<detail::Refused, detail::Refused> TACTUS_DETAIL_NAME(const Arguments &...)
#define TACTUS_DETAIL_MADE detail::mistakeInStandardExtremes<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_POLICY_LESS
#define TACTUS_DETAIL_ORDER TACTUS_DETAIL_NO_STRICT_ORDER
#define TACTUS_DETAIL_NAME minmax_element
#include "overload.def"
#undef TACTUS_DETAIL_TAKES_POLICY

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_EXECUTION_HPP
