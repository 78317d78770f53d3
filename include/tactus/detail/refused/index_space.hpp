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

namespace tactus {

namespace detail {

/// (body, [stop]) without the space.
template <class Index, std::size_t dimensions, class Call> constexpr Mistake mistakeInSpace() {
  TACTUS_DETAIL_NEEDS(first, std::integral<Index>) // The space has said so.
  TACTUS_DETAIL_NEEDS(count, Call::takes(1, 2))
  TACTUS_DETAIL_NEEDS(body, body_for_space<typename Call::template Function<0>, Index, dimensions>)
  return mistakeInStop<Call, 1>();
}

/// (identity, map, combine, [stop]) without the space.
template <class Index, std::size_t dimensions, class Call> constexpr Mistake mistakeInSpaceReduction() {
  using T = typename Call::template Plain<0>;
  using Map = typename Call::template Function<1>;
  TACTUS_DETAIL_NEEDS(first, std::integral<Index>) // The space has said so.
  TACTUS_DETAIL_NEEDS(count, Call::takes(3, 4))
  TACTUS_DETAIL_NEEDS(body, body_for_space<Map, Index, dimensions>)
  TACTUS_DETAIL_NEEDS(identity, reduction_value<T>)
  TACTUS_DETAIL_NEEDS(result, maps_space<Map, Index, dimensions, T>)
  TACTUS_DETAIL_NEEDS(combine, combines<typename Call::template Function<2>, T>)
  return mistakeInStop<Call, 3>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class Index, std::size_t dimensions, class... Others>                                                      \
  void TACTUS_DETAIL_NAME(index_space<Index, dimensions>, Others &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInSpace<Index, dimensions, detail::Call<Others...>>()
#define TACTUS_DETAIL_COUNT "an index space takes (space, body) or (space, body, stop)"
#define TACTUS_DETAIL_BODY "the body cannot be called with an index of each dimension (concept body_for_space)"
#define TACTUS_DETAIL_NAME parallel_for
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class Index, std::size_t dimensions, class... Others>                                                      \
  detail::Refused TACTUS_DETAIL_NAME(index_space<Index, dimensions>, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInSpaceReduction<Index, dimensions, detail::Call<Others...>>()
#define TACTUS_DETAIL_COUNT "an index space takes (space, identity, map, combine), and a stop"
#define TACTUS_DETAIL_BODY "the map cannot be called with an index of each dimension (concept body_for_space)"
#define TACTUS_DETAIL_RESULT "what the map returns is not of the identity's type (concept maps_space)"
#define TACTUS_DETAIL_NAME parallel_reduce
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_INDEX_SPACE_HPP
