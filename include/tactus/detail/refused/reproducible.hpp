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
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::reproducible_transform_reduce: the first argument is no range with random access and a "
        "size (concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::reproducible_transform_reduce: the identity cannot be copied and moved (concept "
        "reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::reproducible_transform_reduce: combine(T, T) gives no T, the identity's type (concept "
        "combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::reproducible_transform_reduce: the map cannot be called with an element (concept "
        "body_for_element)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::reproducible_transform_reduce: what the map returns is not of the identity's type "
        "(concept std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::reproducible_transform_reduce: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::reproducible_transform_reduce: these arguments do not fit together: is a range or a "
        "function const? (docs/library.md)", "error")))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInReduce<First, Others...>()
template <class First, class... Others>
detail::Refused reproducible_reduce(First &&, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::reproducible_reduce: it takes (range, identity) or (range, identity, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::reproducible_reduce: an index has to be an integer (concept std::integral)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(end),
        "tactus::reproducible_reduce: the end is no number as the begin is (concept std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(range),
        "tactus::reproducible_reduce: the first argument is no range with random access and a size "
        "(concept indexable_range)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(identity),
        "tactus::reproducible_reduce: the identity cannot be copied and moved (concept reduction_value)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::reproducible_reduce: the elements are not of the identity's type (concept "
        "std::convertible_to)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(combine),
        "tactus::reproducible_reduce: combine(T, T) gives no T, the identity's type (concept combines)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(stop),
        "tactus::reproducible_reduce: the last argument is no stop (concept stop_request)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(none),
        "tactus::reproducible_reduce: these arguments do not fit together: is a range or a function const? "
        "(docs/library.md)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
