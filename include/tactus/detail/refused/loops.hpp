//===- loops.hpp - calls of parallel_for and parallel_reduce that are refused ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_LOOPS_HPP
#define TACTUS_DETAIL_REFUSED_LOOPS_HPP

#pragma GCC system_header
#include "left_out.hpp"

#if !defined(__clang__)
#line 16 "tactus/detail/refused/loops.hpp"
#endif

namespace tactus {

namespace detail {

template <class First, class... Others> inline constexpr bool isInterval = false;
template <class First, class End, class... Others>
inline constexpr bool isInterval<First, End, Others...> =
    std::integral<std::remove_cvref_t<First>> && std::convertible_to<End, std::remove_cvref_t<First>>;

/// Of an algorithm whose first argument is meant to be an interval, or a range.
template <class First, class... Others> constexpr Mistake mistakeInFirst() {
  using Begin = std::remove_cvref_t<First>;
  if constexpr (std::floating_point<Begin>)
    return Mistake::first;
  else if constexpr (std::integral<Begin>)
    return sizeof...(Others) < 2 ? Mistake::count : Mistake::end;
  else
    return indexable_range<First> ? Mistake::none : Mistake::range;
}

/// (begin, end, [step,] body, [stop]) without the first two.
template <class Index, class Call> constexpr Mistake mistakeInInterval() {
  if constexpr (!Call::takes(1, 3))
    return Mistake::count;
  else if constexpr (Call::count == 3 ||
                     (Call::count == 2 && std::convertible_to<typename Call::template At<0>, Index>)) {
    if constexpr (!std::integral<typename Call::template Plain<0>>)
      return Mistake::step;
    else if constexpr (!body_for_index<typename Call::template Function<1>, Index>)
      return Mistake::body;
    else
      return mistakeInStop<Call, 2>();
  } else if constexpr (!body_for_index<typename Call::template Function<0>, Index>)
    return Mistake::body;
  else
    return mistakeInStop<Call, 1>();
}

/// (range, body, [stop])
template <class First, class Call> constexpr Mistake mistakeInElements() {
  if constexpr (!Call::takes(2, 3))
    return Mistake::count;
  else if constexpr (!body_for_element<typename Call::template Function<1>, First>)
    return Mistake::body;
  else
    return mistakeInStop<Call, 2>();
}

/// (identity, map, combine, [stop]) behind an interval or a space, of whose map the results are Mapped.
template <class T, class Mapped, class Call, std::size_t combine> constexpr Mistake mistakeInReduction() {
  if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!std::convertible_to<Mapped, T>)
    return Mistake::result;
  else if constexpr (Call::count > combine && !combines<typename Call::template Function<combine>, T>)
    return Mistake::combine;
  else if constexpr (Call::count <= combine && !combines<std::plus<>, T>)
    return Mistake::combine;
  else
    return mistakeInStop<Call, combine + 1>();
}

template <class Index, class Call> constexpr Mistake mistakeInIntervalReduction() {
  if constexpr (!Call::takes(3, 4))
    return Mistake::count;
  else if constexpr (!body_for_index<typename Call::template Function<1>, Index>)
    return Mistake::body;
  else
    return mistakeInReduction<typename Call::template Plain<0>,
                              std::invoke_result_t<typename Call::template Function<1>, Index>, Call, 2>();
}

/// (range, identity, [combine, [stop]])
template <class First, class Call> constexpr Mistake mistakeInElementReduction() {
  if constexpr (!Call::takes(2, 4))
    return Mistake::count;
  else
    return mistakeInReduction<typename Call::template Plain<1>, std::ranges::range_reference_t<First>, Call, 2>();
}

template <class First, class... Others> constexpr Mistake mistakeInFor() {
  if constexpr (constexpr Mistake mistake = mistakeInFirst<First, Others...>();
                mistake != Mistake::none && !steppable_range<First>)
    return mistake;
  else
    return mistakeInElements<First, Call<First, Others...>>();
}

template <class First, class... Others> constexpr Mistake mistakeInReduce() {
  if constexpr (constexpr Mistake mistake = mistakeInFirst<First, Others...>(); mistake != Mistake::none)
    return mistake;
  else
    return mistakeInElementReduction<First, Call<First, Others...>>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInInterval<Index, detail::Call<Others...>>()
template <std::integral Index, class... Others>
void parallel_for(Index, std::type_identity_t<Index>, Others &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_for: an interval takes (begin, end, body) or (begin, end, step, body), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(step),
        "tactus::parallel_for: the step is no integer (concept std::integral)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for: the body cannot be called with an index (concept body_for_index)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_for: steps and stops need #include <tactus/algorithm.hpp>", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInFor<First, Others...>()
template <class First, class... Others>
  requires(!detail::isInterval<First, Others...>)
void parallel_for(First &&, Others &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, count, TACTUS_DETAIL_RANGE_BODY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, first, TACTUS_DETAIL_NO_INDEX))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, end, TACTUS_DETAIL_NO_END))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, range, TACTUS_DETAIL_NO_STEPS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for: the body cannot be called with an element (concept body_for_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::parallel_for: stops, and ranges without random access (concept steppable_range), need "
        "#include <tactus/algorithm.hpp>", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInIntervalReduction<Index, detail::Call<Others...>>()
template <std::integral Index, class... Others>
detail::Refused parallel_reduce(Index, std::type_identity_t<Index>, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_reduce: an interval takes (begin, end, identity, map, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_reduce: the map cannot be called with an index (concept body_for_index)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, result, TACTUS_DETAIL_NO_MAPPED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, none, TACTUS_DETAIL_NO_STOPS_HERE))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInReduce<First, Others...>()
template <class First, class... Others>
  requires(!detail::isInterval<First, Others...>)
detail::Refused parallel_reduce(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_reduce: a range takes (range, identity) or (range, identity, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, first, TACTUS_DETAIL_NO_INDEX))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, end, TACTUS_DETAIL_NO_END))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, result, TACTUS_DETAIL_NO_ELEMENTS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, none, TACTUS_DETAIL_NO_STOPS_HERE))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_LOOPS_HPP
