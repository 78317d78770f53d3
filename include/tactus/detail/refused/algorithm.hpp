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

#if !defined(__clang__)
#line 17 "tactus/detail/refused/algorithm.hpp"
#endif

namespace tactus {

namespace detail {

/// (range, body, [stop]), (first, last, body, [stop])
template <class... Arguments> constexpr Mistake mistakeInForEach() {
  using All = Call<Arguments...>;
  using First = typename All::template At<0>;
  if constexpr (All::takes(3, 4) && std::input_or_output_iterator<typename All::template Plain<0>>) {
    if constexpr (!std::random_access_iterator<typename All::template Plain<0>>)
      return Mistake::first;
    else if constexpr (!std::sized_sentinel_for<typename All::template Plain<1>, typename All::template Plain<0>>)
      return Mistake::end;
    else if constexpr (!std::invocable<typename All::template Function<2>,
                                       std::iter_reference_t<typename All::template Plain<0>>>)
      return Mistake::body;
    else
      return mistakeInStop<All, 3>();
  } else if constexpr (!All::takes(2, 3))
    return Mistake::count;
  else if constexpr (!indexable_range<First> && !steppable_range<First>)
    return Mistake::range;
  else
    return mistakeInElements<First, All>();
}

/// (begin, end, body, [stop]) without the first two.
template <class Index, class Call> constexpr Mistake mistakeInIntervalBlocks() {
  if constexpr (!Call::takes(1, 2))
    return Mistake::count;
  else if constexpr (!body_for_block<typename Call::template Function<0>, Index>)
    return Mistake::body;
  else
    return mistakeInStop<Call, 1>();
}

/// (range, body, [stop])
template <class First, class... Others> constexpr Mistake mistakeInBlocks() {
  using All = Call<First, Others...>;
  if constexpr (constexpr Mistake mistake = mistakeInFirst<First, Others...>(); mistake != Mistake::none)
    return mistake;
  else if constexpr (!All::takes(2, 3))
    return Mistake::count;
  else if constexpr (!body_for_piece<typename All::template Function<1>, First>)
    return Mistake::body;
  else
    return mistakeInStop<All, 2>();
}

/// (range, output, function, [stop]), and one more range for (range, second, output, function, [stop]).
template <class Call, std::size_t output, class... Elements> constexpr Mistake mistakeInOutput() {
  using Output = typename Call::template Plain<output>;
  using Function = typename Call::template Function<output + 1>;
  if constexpr (!std::random_access_iterator<Output>)
    return Mistake::output;
  else if constexpr (!written_apart<Output>)
    return Mistake::bits;
  else if constexpr (!std::invocable<Function, Elements...>)
    return Mistake::body;
  else if constexpr (!transforms_into<Function, Output, Elements...>)
    return Mistake::result;
  else
    return mistakeInStop<Call, output + 2>();
}

template <class Call> constexpr Mistake mistakeInTransform() {
  using First = typename Call::template At<0>;
  using Second = typename Call::template Plain<1>;
  if constexpr (!Call::takes(3, 5))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else if constexpr (Call::count == 3 || !std::input_or_output_iterator<typename Call::template Plain<2>>)
    return mistakeInOutput<Call, 1, std::ranges::range_reference_t<First>>();
  else if constexpr (!std::random_access_iterator<Second>)
    return Mistake::second;
  else
    return mistakeInOutput<Call, 2, std::ranges::range_reference_t<First>, std::iter_reference_t<Second>>();
}

/// (identity, step, combine, [stop]), where the step takes an Argument.
template <class Argument, class Call, std::size_t identity> constexpr Mistake mistakeInSteps() {
  using T = typename Call::template Plain<identity>;
  if constexpr (!Call::takes(identity + 3, identity + 4))
    return Mistake::count;
  else if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!fold_step<typename Call::template Function<identity + 1>, T, Argument>)
    return Mistake::body;
  else if constexpr (!combines<typename Call::template Function<identity + 2>, T>)
    return Mistake::combine;
  else
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
  if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!combines<Combine, T>)
    return Mistake::combine;
  else if constexpr (!std::invocable<Map &, Elements...>)
    return Mistake::body;
  else if constexpr (!std::convertible_to<std::invoke_result_t<Map &, Elements...>, T>)
    return Mistake::result;
  else
    return mistakeInStop<Call, identity + 3>();
}

/// (range, identity, combine, map, [stop]), (range, second, identity, [combine, [map, [stop]]])
template <class First, class... Others> constexpr Mistake mistakeInTransformReduce() {
  using All = Call<First, Others...>;
  if constexpr (!All::takes(3, 6))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else if constexpr (std::random_access_iterator<typename All::template Plain<1>>)
    return mistakeInMappedReduction<All, 2, std::ranges::range_reference_t<First>,
                                    std::iter_reference_t<typename All::template Plain<1>>>();
  else if constexpr (All::count == 3 || All::count == 6)
    return Mistake::second;
  else
    return mistakeInMappedReduction<All, 1, std::ranges::range_reference_t<First>>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInIntervalBlocks<Index, detail::Call<Others...>>()
template <std::integral Index, class... Others>
void parallel_for_blocks(Index, std::type_identity_t<Index>, Others &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_for_blocks: an interval takes (begin, end, body) or (begin, end, body, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for_blocks: the body cannot be called with two indices (concept body_for_block)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInBlocks<First, Others...>()
template <class First, class... Others>
  requires(!detail::isInterval<First, Others...>)
void parallel_for_blocks(First &&, Others &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, count, TACTUS_DETAIL_RANGE_BODY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, first, TACTUS_DETAIL_NO_INDEX))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, end, TACTUS_DETAIL_NO_END))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for_blocks: the body cannot be called with a piece of the range (concept "
        "body_for_piece)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_blocks, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInForEach<Arguments...>()
template <class... Arguments> void parallel_for_each(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_for_each: it takes (range, function) or (first, last, function), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::parallel_for_each: the first argument is no iterator with random access (concept "
        "std::random_access_iterator)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::parallel_for_each: the second argument is no end for the first (concept "
        "std::sized_sentinel_for)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_each, range, TACTUS_DETAIL_NO_STEPS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for_each: the function cannot be called with an element (concept "
        "body_for_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_each, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for_each, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInTransform<detail::Call<Arguments...>>()
template <class... Arguments> detail::Refused parallel_transform(Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_transform: it takes (range, output, function) or (range, second, output, "
        "function), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, second, TACTUS_DETAIL_NO_SECOND))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, output, TACTUS_DETAIL_NO_OUTPUT))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, bits, TACTUS_DETAIL_BITS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_transform: the function cannot be called with the elements (concept "
        "transforms_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::parallel_transform: the output does not take what the function returns (concept "
        "transforms_into)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInSteps<Index, detail::Call<Others...>, 0>()
template <std::integral Index, class... Others>
detail::Refused parallel_fold(Index, std::type_identity_t<Index>, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_fold: an interval takes (begin, end, identity, step, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, body, TACTUS_DETAIL_NO_STEP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInFold<First, Others...>()
template <class First, class... Others>
  requires(!detail::isInterval<First, Others...>)
detail::Refused parallel_fold(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_fold: a range takes (range, identity, step, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, first, TACTUS_DETAIL_NO_INDEX))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, end, TACTUS_DETAIL_NO_END))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, body, TACTUS_DETAIL_NO_STEP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_fold, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInTransformReduce<First, Others...>()
template <class First, class... Others>
detail::Refused parallel_transform_reduce(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_transform_reduce: it takes (range, identity, combine, map) or (range, second, "
        "identity, ...), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, second, TACTUS_DETAIL_NO_SECOND))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_transform_reduce: the map cannot be called with the elements (concept "
        "body_for_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, result, TACTUS_DETAIL_NO_MAPPED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_transform_reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_ALGORITHM_HPP
