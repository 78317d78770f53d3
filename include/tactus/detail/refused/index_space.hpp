//===- index_space.hpp - loops over index spaces that are refused ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_INDEX_SPACE_HPP
#define TACTUS_DETAIL_REFUSED_INDEX_SPACE_HPP

#pragma GCC system_header
#include "../../index_space.hpp"
#include "loops.hpp"

#if !defined(__clang__)
#line 17 "tactus/detail/refused/index_space.hpp"
#endif

namespace tactus {

namespace detail {

/// (body, [stop]) without the space.
template <class Index, std::size_t dimensions, class Call> constexpr Mistake mistakeInSpace() {
  if constexpr (!std::integral<Index>)
    return Mistake::first; // The space has said so.
  else if constexpr (!Call::takes(1, 2))
    return Mistake::count;
  else if constexpr (!body_for_space<typename Call::template Function<0>, Index, dimensions>)
    return Mistake::body;
  else
    return mistakeInStop<Call, 1>();
}

/// (identity, map, combine, [stop]) without the space.
template <class Index, std::size_t dimensions, class Call> constexpr Mistake mistakeInSpaceReduction() {
  using T = typename Call::template Plain<0>;
  using Map = typename Call::template Function<1>;
  if constexpr (!std::integral<Index>)
    return Mistake::first; // The space has said so.
  else if constexpr (!Call::takes(3, 4))
    return Mistake::count;
  else if constexpr (!body_for_space<Map, Index, dimensions>)
    return Mistake::body;
  else if constexpr (!reduction_value<T>)
    return Mistake::identity;
  else if constexpr (!maps_space<Map, Index, dimensions, T>)
    return Mistake::result;
  else if constexpr (!combines<typename Call::template Function<2>, T>)
    return Mistake::combine;
  else
    return mistakeInStop<Call, 3>();
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInSpace<Index, dimensions, detail::Call<Others...>>()
template <class Index, std::size_t dimensions, class... Others>
void parallel_for(index_space<Index, dimensions>, Others &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_for: an index space takes (space, body) or (space, body, stop)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_for: the body cannot be called with an index of each dimension (concept "
        "body_for_space)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_for, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInSpaceReduction<Index, dimensions, detail::Call<Others...>>()
template <class Index, std::size_t dimensions, class... Others>
detail::Refused parallel_reduce(index_space<Index, dimensions>, const Others &...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::parallel_reduce: an index space takes (space, identity, map, combine), and a stop", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::parallel_reduce: the map cannot be called with an index of each dimension (concept "
        "body_for_space)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, identity, TACTUS_DETAIL_NO_IDENTITY))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(result),
        "tactus::parallel_reduce: what the map returns is not of the identity's type (concept maps_space)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, combine, TACTUS_DETAIL_NO_REDUCTION))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, stop, TACTUS_DETAIL_NO_STOP))))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(parallel_reduce, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_INDEX_SPACE_HPP
