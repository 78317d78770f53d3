//===- algorithm.hpp - loops over ranges that are refused -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_ALGORITHM_HPP
#define TACTUS_DETAIL_REFUSED_ALGORITHM_HPP

#pragma GCC system_header
#include "../../algorithm.hpp"
#include "loops.hpp"

namespace tactus {

namespace detail {

/// (range, body, [stop]), (first, last, body, [stop])
template <class... Arguments> constexpr Mistake mistakeInForEach() {
  using All = Call<Arguments...>;
  using First = typename All::template At<0>;
  if constexpr (All::takes(3, 4) && std::input_or_output_iterator<typename All::template Plain<0>>) {
    TACTUS_DETAIL_NEEDS(first, std::random_access_iterator<typename All::template Plain<0>>)
    TACTUS_DETAIL_NEEDS(end, std::sized_sentinel_for<typename All::template Plain<1>, typename All::template Plain<0>>)
    TACTUS_DETAIL_NEEDS(
        body,
        std::invocable<typename All::template Function<2>, std::iter_reference_t<typename All::template Plain<0>>>)
    return mistakeInStop<All, 3>();
  } else {
    TACTUS_DETAIL_NEEDS(count, All::takes(2, 3))
    TACTUS_DETAIL_NEEDS(range, indexable_range<First> || steppable_range<First>)
    return mistakeInElements<First, All>();
  }
}

/// (begin, end, body, [stop]) without the first two.
template <class Index, class Call> constexpr Mistake mistakeInIntervalBlocks() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(1, 2))
  TACTUS_DETAIL_NEEDS(body, body_for_block<typename Call::template Function<0>, Index>)
  return mistakeInStop<Call, 1>();
}

/// (range, body, [stop])
template <class First, class... Others> constexpr Mistake mistakeInBlocks() {
  using All = Call<First, Others...>;
  if constexpr (constexpr Mistake mistake = mistakeInFirst<First, Others...>(); mistake != Mistake::none)
    return mistake;
  else {
    TACTUS_DETAIL_NEEDS(count, All::takes(2, 3))
    TACTUS_DETAIL_NEEDS(body, body_for_piece<typename All::template Function<1>, First>)
    return mistakeInStop<All, 2>();
  }
}

/// (range, output, function, [stop]), and one more range for (range, second, output, function, [stop]).
template <class Call, std::size_t output, class... Elements> constexpr Mistake mistakeInOutput() {
  using Output = typename Call::template Plain<output>;
  using Function = typename Call::template Function<output + 1>;
  TACTUS_DETAIL_NEEDS(output, std::random_access_iterator<Output>)
  TACTUS_DETAIL_NEEDS(bits, written_apart<Output>)
  TACTUS_DETAIL_NEEDS(body, std::invocable<Function, Elements...>)
  TACTUS_DETAIL_NEEDS(result, transforms_into<Function, Output, Elements...>)
  return mistakeInStop<Call, output + 2>();
}

template <class Call> constexpr Mistake mistakeInTransform() {
  using First = typename Call::template At<0>;
  using Second = typename Call::template Plain<1>;
  TACTUS_DETAIL_NEEDS(count, Call::takes(3, 5))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  if constexpr (Call::count == 3 || !std::input_or_output_iterator<typename Call::template Plain<2>>)
    return mistakeInOutput<Call, 1, std::ranges::range_reference_t<First>>();
  else {
    TACTUS_DETAIL_NEEDS(second, std::random_access_iterator<Second>)
    return mistakeInOutput<Call, 2, std::ranges::range_reference_t<First>, std::iter_reference_t<Second>>();
  }
}

/// (identity, step, combine, [stop]), where the step takes an Argument.
template <class Argument, class Call, std::size_t identity> constexpr Mistake mistakeInSteps() {
  using T = typename Call::template Plain<identity>;
  TACTUS_DETAIL_NEEDS(count, Call::takes(identity + 3, identity + 4))
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(body, fold_step<typename Call::template Function<identity + 1>, T, Argument>)
  TACTUS_DETAIL_NEEDS(combine, combines<typename Call::template Function<identity + 2>, T>)
  return mistakeInStop<Call, identity + 3>();
}

template <class First, class... Others> constexpr Mistake mistakeInFold() {
  if constexpr (constexpr Mistake mistake = mistakeInFirst<First, Others...>(); mistake != Mistake::none)
    return mistake;
  else
    return mistakeInSteps<std::ranges::range_reference_t<First>, Call<First, Others...>, 1>();
}

/// (identity, combine, map, [stop]), where the map takes Elements.
template <class Call, std::size_t identity, class... Elements> constexpr Mistake mistakeInMappedReduction() {
  using T = typename Call::template Plain<identity>;
  using Combine = FunctionOr<Call, identity + 1, std::plus<>>;
  using Map = FunctionOr<Call, identity + 2, std::multiplies<>>;
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(combine, combines<Combine, T>)
  TACTUS_DETAIL_NEEDS(body, std::invocable<Map &, Elements...>)
  TACTUS_DETAIL_NEEDS(result, std::convertible_to<std::invoke_result_t<Map &, Elements...>, T>)
  return mistakeInStop<Call, identity + 3>();
}

/// (range, identity, combine, map, [stop]), (range, second, identity, [combine, [map, [stop]]])
template <class First, class... Others> constexpr Mistake mistakeInTransformReduce() {
  using All = Call<First, Others...>;
  TACTUS_DETAIL_NEEDS(count, All::takes(3, 6))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  if constexpr (std::random_access_iterator<typename All::template Plain<1>>)
    return mistakeInMappedReduction<All, 2, std::ranges::range_reference_t<First>,
                                    std::iter_reference_t<typename All::template Plain<1>>>();
  else {
    TACTUS_DETAIL_NEEDS(second, All::count == 4 || All::count == 5)
    return mistakeInMappedReduction<All, 1, std::ranges::range_reference_t<First>>();
  }
}

} // namespace detail

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <std::integral Index, class... Others>                                                                      \
  void TACTUS_DETAIL_NAME(Index, std::type_identity_t<Index>, Others &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInIntervalBlocks<Index, detail::Call<Others...>>()
#define TACTUS_DETAIL_COUNT "an interval takes (begin, end, body) or (begin, end, body, stop)"
#define TACTUS_DETAIL_BODY "the body cannot be called with two indices (concept body_for_block)"
#define TACTUS_DETAIL_NAME parallel_for_blocks
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others>                                                                              \
    requires(!detail::isInterval<First, Others...>)                                                                    \
  void TACTUS_DETAIL_NAME(First &&, Others &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInBlocks<First, Others...>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_BODY
#define TACTUS_DETAIL_FIRST TACTUS_DETAIL_NO_INDEX
#define TACTUS_DETAIL_END TACTUS_DETAIL_NO_END
#define TACTUS_DETAIL_BODY "the body cannot be called with a piece of the range (concept body_for_piece)"
#define TACTUS_DETAIL_NAME parallel_for_blocks
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInForEach<Arguments...>()
#define TACTUS_DETAIL_RANGE TACTUS_DETAIL_NO_STEPS
#define TACTUS_DETAIL_COUNT "it takes (range, function) or (first, last, function), and a stop"
#define TACTUS_DETAIL_FIRST "the first argument is no iterator with random access (concept std::random_access_iterator)"
#define TACTUS_DETAIL_END "the second argument is no end for the first (concept std::sized_sentinel_for)"
#define TACTUS_DETAIL_BODY "the function cannot be called with an element (concept body_for_element)"
#define TACTUS_DETAIL_NAME parallel_for_each
#include "overload.def"

#define TACTUS_DETAIL_HEAD template <class... Arguments> detail::Refused TACTUS_DETAIL_NAME(Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInTransform<detail::Call<Arguments...>>()
#define TACTUS_DETAIL_SECOND TACTUS_DETAIL_NO_SECOND
#define TACTUS_DETAIL_COUNT "it takes (range, output, function) or (range, second, output, function), and a stop"
#define TACTUS_DETAIL_BODY "the function cannot be called with the elements (concept transforms_into)"
#define TACTUS_DETAIL_RESULT "the output does not take what the function returns (concept transforms_into)"
#define TACTUS_DETAIL_NAME parallel_transform
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <std::integral Index, class... Others>                                                                      \
  detail::Refused TACTUS_DETAIL_NAME(Index, std::type_identity_t<Index>, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInSteps<Index, detail::Call<Others...>, 0>()
#define TACTUS_DETAIL_BODY TACTUS_DETAIL_NO_STEP
#define TACTUS_DETAIL_COUNT "an interval takes (begin, end, identity, step, combine), and a stop"
#define TACTUS_DETAIL_NAME parallel_fold
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others>                                                                              \
    requires(!detail::isInterval<First, Others...>)                                                                    \
  detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInFold<First, Others...>()
#define TACTUS_DETAIL_FIRST TACTUS_DETAIL_NO_INDEX
#define TACTUS_DETAIL_END TACTUS_DETAIL_NO_END
#define TACTUS_DETAIL_BODY TACTUS_DETAIL_NO_STEP
#define TACTUS_DETAIL_COUNT "a range takes (range, identity, step, combine), and a stop"
#define TACTUS_DETAIL_NAME parallel_fold
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others> detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInTransformReduce<First, Others...>()
#define TACTUS_DETAIL_SECOND TACTUS_DETAIL_NO_SECOND
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_MAPPED
#define TACTUS_DETAIL_COUNT "it takes (range, identity, combine, map) or (range, second, identity, ...), and a stop"
#define TACTUS_DETAIL_BODY "the map cannot be called with the elements (concept body_for_element)"
#define TACTUS_DETAIL_NAME parallel_transform_reduce
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_ALGORITHM_HPP
