//===- policies.hpp - what is wrong with an algorithm and its policy ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_POLICIES_HPP
#define TACTUS_DETAIL_REFUSED_POLICIES_HPP

#pragma GCC system_header

#include "../../execution.hpp"
#include "left_out.hpp"

namespace tactus::detail {

/// (policy, first, last), and as many arguments more.
template <class Call, std::size_t least, std::size_t most> constexpr Mistake mistakeInPolicy() {
  using First = typename Call::template Plain<1>;
  if constexpr (!execution_policy<typename Call::template Plain<0>>)
    return Mistake::first;
  else if constexpr (!Call::takes(3 + least, 3 + most))
    return Mistake::count;
  else if constexpr (!std::random_access_iterator<First>)
    return Mistake::range;
  else
    return std::same_as<First, typename Call::template Plain<2>> ? Mistake::none : Mistake::end;
}

/// The elements of the range that begins with an argument.
template <class Call, std::size_t first>
using ReferenceAt = std::iter_reference_t<typename Call::template Plain<first>>;

/// function(element, ...)
template <class Call, std::size_t function> constexpr Mistake mistakeInFunction() {
  return std::invocable<typename Call::template Function<function>, ReferenceAt<Call, 1>> ? Mistake::none
                                                                                          : Mistake::body;
}

template <class Call> constexpr Mistake mistakeInPolicyPredicate() {
  return std::predicate<typename Call::template Function<3>, ReferenceAt<Call, 1>> ? Mistake::none : Mistake::predicate;
}

/// ([less]) behind the policy and the range.
template <class Call, bool exchanges> constexpr Mistake mistakeInPolicyOrder() {
  using First = typename Call::template Plain<1>;
  using Less = FunctionOr<Call, 3, std::less<>>;
  if constexpr (!std::strict_weak_order<Less &, std::iter_reference_t<First>, std::iter_reference_t<First>>)
    return Mistake::order;
  else if constexpr (exchanges && !written_apart<First>)
    return Mistake::bits;
  else if constexpr (exchanges && !std::sortable<First, Less>)
    return Mistake::place;
  else
    return Mistake::none;
}

template <class Call> constexpr Mistake mistakeInPolicyPartition() {
  using First = typename Call::template Plain<1>;
  if constexpr (!std::predicate<typename Call::template Function<3>, std::iter_reference_t<First>>)
    return Mistake::predicate;
  else if constexpr (!written_apart<First>)
    return Mistake::bits;
  else
    return std::permutable<First> ? Mistake::none : Mistake::place;
}

/// ([second,] output, function)
template <class Call> constexpr Mistake mistakeInPolicyTransform() {
  constexpr std::size_t output = Call::count - 2;
  using Output = typename Call::template Plain<output>;
  using Function = typename Call::template Function<output + 1>;
  if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else if constexpr (output == 3)
    return transforms_into<Function, Output, ReferenceAt<Call, 1>> ? Mistake::none : Mistake::body;
  else if constexpr (!std::random_access_iterator<typename Call::template Plain<3>>)
    return Mistake::second;
  else
    return transforms_into<Function, Output, ReferenceAt<Call, 1>, ReferenceAt<Call, 3>> ? Mistake::none
                                                                                         : Mistake::body;
}

/// ([init, [combine, [map]]])
template <class Call> constexpr Mistake mistakeInPolicyReduce() {
  using T = std::conditional_t<(Call::count > 3), typename Call::template Plain<3>,
                               std::iter_value_t<typename Call::template Plain<1>>>;
  if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!combines<FunctionOr<Call, 4, std::plus<>>, T>)
    return Mistake::combine;
  else if constexpr (Call::count <= 5)
    return std::convertible_to<ReferenceAt<Call, 1>, T> ? Mistake::none : Mistake::value;
  else if constexpr (!std::invocable<typename Call::template Function<5>, ReferenceAt<Call, 1>>)
    return Mistake::body;
  else
    return std::convertible_to<std::invoke_result_t<typename Call::template Function<5>, ReferenceAt<Call, 1>>, T>
               ? Mistake::none
               : Mistake::value;
}

/// (output, [init,] [combine]), where combine is at the given place.
template <class T, class Call, std::size_t combine> constexpr Mistake mistakeInPolicyScan() {
  using Output = typename Call::template Plain<3>;
  if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!combines<FunctionOr<Call, combine, std::plus<>>, T>)
    return Mistake::combine;
  else if constexpr (!std::convertible_to<ReferenceAt<Call, 1>, T>)
    return Mistake::value;
  else
    return scans_into<FunctionOr<Call, combine, std::plus<>>, T, Output> ? Mistake::none : Mistake::result;
}

template <class Call> constexpr Mistake mistakeInPolicyFind() {
  return std::equality_comparable_with<ReferenceAt<Call, 1>, const typename Call::template Plain<3> &> ? Mistake::none
                                                                                                       : Mistake::value;
}

/// (second, secondLast, output, [less])
template <class Call> constexpr Mistake mistakeInPolicyMerge() {
  using First = typename Call::template Plain<1>;
  using Second = typename Call::template Plain<3>;
  using Output = typename Call::template Plain<5>;
  using Less = FunctionOr<Call, 6, std::less<>>;
  if constexpr (!std::random_access_iterator<Second> || !std::same_as<Second, typename Call::template Plain<4>>)
    return Mistake::second;
  else if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else
    return std::mergeable<First, Second, Output, Less> ? Mistake::none : Mistake::order;
}

/// What is wrong with the policy and the range, or else behind them.
template <class Call, std::size_t least, std::size_t most, class Others> constexpr Mistake mistakeIn(Others others) {
  if constexpr (constexpr Mistake mistake = mistakeInPolicy<Call, least, most>(); mistake != Mistake::none)
    return mistake;
  else
    return others();
}

template <class All> constexpr Mistake mistakeInStandardForEach() {
  return mistakeIn<All, 1, 1>([] { return mistakeInFunction<All, 3>(); });
}

template <class All> constexpr Mistake mistakeInStandardTransform() {
  return mistakeIn<All, 2, 3>([] { return mistakeInPolicyTransform<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardReduce() {
  return mistakeIn<All, 0, 2>([] { return mistakeInPolicyReduce<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardTransformReduce() {
  return mistakeIn<All, 3, 3>([] { return mistakeInPolicyReduce<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardInclusiveScan() {
  return mistakeIn<All, 1, 2>(
      [] { return mistakeInPolicyScan<std::iter_value_t<typename All::template Plain<1>>, All, 4>(); });
}

template <class All> constexpr Mistake mistakeInStandardExclusiveScan() {
  return mistakeIn<All, 2, 3>([] { return mistakeInPolicyScan<typename All::template Plain<4>, All, 5>(); });
}

template <class All> constexpr Mistake mistakeInStandardSort() {
  return mistakeIn<All, 0, 1>([] { return mistakeInPolicyOrder<All, true>(); });
}

template <class All> constexpr Mistake mistakeInStandardMerge() {
  return mistakeIn<All, 3, 4>([] { return mistakeInPolicyMerge<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardPartition() {
  return mistakeIn<All, 1, 1>([] { return mistakeInPolicyPartition<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardPredicate() {
  return mistakeIn<All, 1, 1>([] { return mistakeInPolicyPredicate<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardFind() {
  return mistakeIn<All, 1, 1>([] { return mistakeInPolicyFind<All>(); });
}

template <class All> constexpr Mistake mistakeInStandardExtremes() {
  return mistakeIn<All, 0, 1>([] { return mistakeInPolicyOrder<All, false>(); });
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_REFUSED_POLICIES_HPP
