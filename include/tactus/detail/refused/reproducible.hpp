//===- reproducible.hpp - reproducible reductions that are refused --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
#define TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP

#pragma GCC system_header
#include "../../reproducible.hpp"
#include "algorithm.hpp"

#if !defined(__clang__)
#line 17 "tactus/detail/refused/reproducible.hpp"
#endif

namespace tactus {

namespace detail {

/// (range, identity, combine, map, [stop])
template <class First, class... Others> constexpr Mistake mistakeInReproducible() {
  using All = Call<First, Others...>;
  if constexpr (!All::takes(4, 5))
    return Mistake::count;
  else if constexpr (!indexable_range<First>)
    return Mistake::range;
  else
    return mistakeInMappedReduction<All, 1, std::ranges::range_reference_t<First>>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInReproducible<First, Others...>()
template <class First, class... Others>
detail::Refused reproducible_transform_reduce(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::reproducible_transform_reduce: it takes (range, identity, combine, map) or (range, "
        "identity, combine, map, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_transform_reduce, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::reproducible_transform_reduce: " TACTUS_DETAIL_NO_IDENTITY, "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::reproducible_transform_reduce: " TACTUS_DETAIL_NO_REDUCTION, "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::reproducible_transform_reduce: the map cannot be called with an element (concept "
        "body_for_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_transform_reduce, result, TACTUS_DETAIL_NO_MAPPED))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_transform_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_transform_reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInReduce<First, Others...>()
template <class First, class... Others>
detail::Refused reproducible_reduce(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::reproducible_reduce: it takes (range, identity) or (range, identity, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, first, TACTUS_DETAIL_NO_INDEX))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, end, TACTUS_DETAIL_NO_END))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, range, TACTUS_DETAIL_NO_RANGE))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, result, TACTUS_DETAIL_NO_ELEMENTS))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(reproducible_reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
