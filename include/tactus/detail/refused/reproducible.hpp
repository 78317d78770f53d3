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

namespace tactus {

namespace detail {

/// (range, identity, combine, map, [stop])
template <class First, class... Others> constexpr Mistake mistakeInReproducible() {
  using All = Call<First, Others...>;
  TACTUS_DETAIL_NEEDS(count, All::takes(4, 5))
  TACTUS_DETAIL_NEEDS(range, indexable_range<First>)
  return mistakeInMappedReduction<All, 1, std::ranges::range_reference_t<First>>();
}

} // namespace detail

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others> detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInReproducible<First, Others...>()
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_MAPPED
#define TACTUS_DETAIL_COUNT "it takes (range, identity, combine, map) or (range, identity, combine, map, stop)"
#define TACTUS_DETAIL_BODY "the map cannot be called with an element (concept body_for_element)"
#define TACTUS_DETAIL_NAME reproducible_transform_reduce
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Others> detail::Refused TACTUS_DETAIL_NAME(First &&, const Others &...)
#define TACTUS_DETAIL_MADE detail::mistakeInReduce<First, Others...>()
#define TACTUS_DETAIL_FIRST TACTUS_DETAIL_NO_INDEX
#define TACTUS_DETAIL_END TACTUS_DETAIL_NO_END
#define TACTUS_DETAIL_RESULT TACTUS_DETAIL_NO_ELEMENTS
#define TACTUS_DETAIL_COUNT "it takes (range, identity) or (range, identity, combine), and a stop"
#define TACTUS_DETAIL_NAME reproducible_reduce
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
