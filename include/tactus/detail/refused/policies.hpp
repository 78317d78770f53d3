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
  TACTUS_DETAIL_NEEDS(first, execution_policy<typename Call::template Plain<0>>)
  TACTUS_DETAIL_NEEDS(count, Call::takes(3 + least, 3 + most))
  TACTUS_DETAIL_NEEDS(range, std::random_access_iterator<First>)
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
  TACTUS_DETAIL_NEEDS(order, std::strict_weak_order<Less &, std::iter_reference_t<First>, std::iter_reference_t<First>>)
  TACTUS_DETAIL_NEEDS(bits, !exchanges || written_apart<First>)
  TACTUS_DETAIL_NEEDS(place, !exchanges || std::sortable<First, Less>)
  return Mistake::none;
}

template <class Call> constexpr Mistake mistakeInPolicyPartition() {
  using First = typename Call::template Plain<1>;
  TACTUS_DETAIL_NEEDS(predicate, std::predicate<typename Call::template Function<3>, std::iter_reference_t<First>>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<First>)
  return std::permutable<First> ? Mistake::none : Mistake::place;
}

/// ([second,] output, function)
template <class Call> constexpr Mistake mistakeInPolicyTransform() {
  constexpr std::size_t output = Call::count - 2;
  using Output = typename Call::template Plain<output>;
  using Function = typename Call::template Function<output + 1>;
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
  if constexpr (output == 3)
    return transforms_into<Function, Output, ReferenceAt<Call, 1>> ? Mistake::none : Mistake::body;
  else {
    TACTUS_DETAIL_NEEDS(second, std::random_access_iterator<typename Call::template Plain<3>>)
    return transforms_into<Function, Output, ReferenceAt<Call, 1>, ReferenceAt<Call, 3>> ? Mistake::none
                                                                                         : Mistake::body;
  }
}

/// ([init, [combine, [map]]])
template <class Call> constexpr Mistake mistakeInPolicyReduce() {
  using T = std::conditional_t<(Call::count > 3), typename Call::template Plain<3>,
                               std::iter_value_t<typename Call::template Plain<1>>>;
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(combine, combines<FunctionOr<Call, 4, std::plus<>>, T>)
  if constexpr (Call::count <= 5)
    return std::convertible_to<ReferenceAt<Call, 1>, T> ? Mistake::none : Mistake::value;
  else {
    TACTUS_DETAIL_NEEDS(body, std::invocable<typename Call::template Function<5>, ReferenceAt<Call, 1>>)
    return std::convertible_to<std::invoke_result_t<typename Call::template Function<5>, ReferenceAt<Call, 1>>, T>
               ? Mistake::none
               : Mistake::value;
  }
}

/// (output, [init,] [combine]), where combine is at the given place.
template <class T, class Call, std::size_t combine> constexpr Mistake mistakeInPolicyScan() {
  using Output = typename Call::template Plain<3>;
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(combine, combines<FunctionOr<Call, combine, std::plus<>>, T>)
  TACTUS_DETAIL_NEEDS(value, std::convertible_to<ReferenceAt<Call, 1>, T>)
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
  TACTUS_DETAIL_NEEDS(second,
                      std::random_access_iterator<Second> && std::same_as<Second, typename Call::template Plain<4>>)
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
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
