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

namespace tactus {

namespace detail {

template <class First, class... Others> inline constexpr bool isInterval = false;
template <class First, class End, class... Others>
inline constexpr bool isInterval<First, End, Others...> =
    std::integral<std::remove_cvref_t<First>> && std::convertible_to<End, std::remove_cvref_t<First>>;

/// Of an algorithm whose first argument is meant to be an interval, or a range.
template <class First, class... Others> constexpr Mistake mistakeInFirst() {
  using Begin = std::remove_cvref_t<First>;
  TACTUS_DETAIL_NEEDS(first, !std::floating_point<Begin>)
  if constexpr (std::integral<Begin>)
    return sizeof...(Others) < 2 ? Mistake::count : Mistake::end;
  else
    return indexable_range<First> ? Mistake::none : Mistake::range;
}

/// (begin, end, [step,] body, [stop]) without the first two.
template <class Index, class Call> constexpr Mistake mistakeInInterval() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(1, 3))
  if constexpr (Call::count == 3 || (Call::count == 2 && std::convertible_to<typename Call::template At<0>, Index>)) {
    TACTUS_DETAIL_NEEDS(step, std::integral<typename Call::template Plain<0>>)
    TACTUS_DETAIL_NEEDS(body, body_for_index<typename Call::template Function<1>, Index>)
    return mistakeInStop<Call, 2>();
  } else {
    TACTUS_DETAIL_NEEDS(body, body_for_index<typename Call::template Function<0>, Index>)
    return mistakeInStop<Call, 1>();
  }
}

/// (range, body, [stop])
template <class First, class Call> constexpr Mistake mistakeInElements() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(2, 3))
  TACTUS_DETAIL_NEEDS(body, body_for_element<typename Call::template Function<1>, First>)
  return mistakeInStop<Call, 2>();
}

/// (identity, map, combine, [stop]) behind an interval or a space, of whose map the results are Mapped.
template <class T, class Mapped, class Call, std::size_t combine> constexpr Mistake mistakeInReduction() {
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(result, std::convertible_to<Mapped, T>)
  TACTUS_DETAIL_NEEDS(combine, combines<FunctionOr<Call, combine, std::plus<>> &, T>)
  return mistakeInStop<Call, combine + 1>();
}

template <class Index, class Call> constexpr Mistake mistakeInIntervalReduction() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(3, 4))
  TACTUS_DETAIL_NEEDS(body, body_for_index<typename Call::template Function<1>, Index>)
  return mistakeInReduction<typename Call::template Plain<0>,
                            std::invoke_result_t<typename Call::template Function<1>, Index>, Call, 2>();
}

/// (range, identity, [combine, [stop]])
template <class First, class Call> constexpr Mistake mistakeInElementReduction() {
  TACTUS_DETAIL_NEEDS(count, Call::takes(2, 4))
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

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <std::integral Index, class... Others>                                                                      \
  void TACTUS_DETAIL_NAME(Index, std::type_identity_t<Index>, Others &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInInterval<Index, detail::Call<Others...>>()
#define TACTUS_DETAIL_COUNT "an interval takes (begin, end, body) or (begin, end, step, body), and a stop"
#define TACTUS_DETAIL_STEP "the step is no integer (concept std::integral)"
#define TACTUS_DETAIL_BODY "the body cannot be called with an index (concept body_for_index)"
#define TACTUS_DETAIL_NONE "steps and stops need #include <tactus/algorithm.hpp>"
#define TACTUS_DETAIL_NAME parallel_for
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others>                                                                              \
    requires(!detail::isInterval<First, Others...>)                                                                    \
  void TACTUS_DETAIL_NAME(First &&, Others &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInFor<First, Others...>()
#define TACTUS_DETAIL_COUNT TACTUS_DETAIL_RANGE_BODY
#define TACTUS_DETAIL_FIRST TACTUS_DETAIL_NO_INDEX
#define TACTUS_DETAIL_END TACTUS_DETAIL_NO_END
#define TACTUS_DETAIL_RANGE TACTUS_DETAIL_NO_STEPS
#define TACTUS_DETAIL_BODY "the body cannot be called with an element (concept body_for_element)"
#define TACTUS_DETAIL_NONE                                                                                             \
  "stops, and ranges without random access (concept steppable_range), need #include <tactus/algorithm.hpp>"
#define TACTUS_DETAIL_NAME parallel_for
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <std::integral Index, class... Others>                                                                      \
  detail::Refused TACTUS_DETAIL_NAME(Index, std::type_identity_t<Index>, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInIntervalReduction<Index, detail::Call<Others...>>()
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_MAPPED
#define TACTUS_DETAIL_NONE TACTUS_DETAIL_NO_STOPS_HERE
#define TACTUS_DETAIL_COUNT "an interval takes (begin, end, identity, map, combine), and a stop"
#define TACTUS_DETAIL_BODY "the map cannot be called with an index (concept body_for_index)"
#define TACTUS_DETAIL_NAME parallel_reduce
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others>                                                                              \
    requires(!detail::isInterval<First, Others...>)                                                                    \
  detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInReduce<First, Others...>()
#define TACTUS_DETAIL_FIRST TACTUS_DETAIL_NO_INDEX
#define TACTUS_DETAIL_END TACTUS_DETAIL_NO_END
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_ELEMENTS
#define TACTUS_DETAIL_NONE TACTUS_DETAIL_NO_STOPS_HERE
#define TACTUS_DETAIL_COUNT "a range takes (range, identity) or (range, identity, combine), and a stop"
#define TACTUS_DETAIL_NAME parallel_reduce
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_LOOPS_HPP
