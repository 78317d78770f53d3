//===- reproducible.hpp - reproducible reductions that are refused --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
#define TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP

#include "../../reproducible.hpp"
#include "algorithm.hpp"

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

template <class First, class... Others> detail::Refused reproducible_transform_reduce(First &&, const Others &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInReproducible<First, Others...>()};
  static_assert(no(Mistake::count), "tactus::reproducible_transform_reduce: it takes (range, identity, combine, map) "
                                    "or (range, identity, combine, map, stop)");
  static_assert(no(Mistake::range), "tactus::reproducible_transform_reduce: the first argument is no range with random "
                                    "access and a size (concept indexable_range)");
  static_assert(
      no(Mistake::identity),
      "tactus::reproducible_transform_reduce: the identity cannot be copied and moved (concept reduction_value)");
  static_assert(
      no(Mistake::combine),
      "tactus::reproducible_transform_reduce: combine(T, T) gives no T, the identity's type (concept combines)");
  static_assert(
      no(Mistake::body),
      "tactus::reproducible_transform_reduce: the map cannot be called with an element (concept body_for_element)");
  static_assert(no(Mistake::result), "tactus::reproducible_transform_reduce: what the map returns is not of the "
                                     "identity's type (concept std::convertible_to)");
  static_assert(no(Mistake::stop),
                "tactus::reproducible_transform_reduce: the last argument is no stop (concept stop_request)");
  static_assert(no(Mistake::none), "tactus::reproducible_transform_reduce: these arguments do not fit together: is a "
                                   "range or a function const? (docs/library.md)");
  return {};
}

template <class First, class... Others> detail::Refused reproducible_reduce(First &&, const Others &...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInReduce<First, Others...>()};
  static_assert(no(Mistake::count),
                "tactus::reproducible_reduce: it takes (range, identity) or (range, identity, combine), and a stop");
  static_assert(no(Mistake::first),
                "tactus::reproducible_reduce: an index has to be an integer (concept std::integral)");
  static_assert(no(Mistake::end),
                "tactus::reproducible_reduce: the end is no number as the begin is (concept std::convertible_to)");
  static_assert(no(Mistake::range), "tactus::reproducible_reduce: the first argument is no range with random access "
                                    "and a size (concept indexable_range)");
  static_assert(no(Mistake::identity),
                "tactus::reproducible_reduce: the identity cannot be copied and moved (concept reduction_value)");
  static_assert(
      no(Mistake::result),
      "tactus::reproducible_reduce: the elements are not of the identity's type (concept std::convertible_to)");
  static_assert(no(Mistake::combine),
                "tactus::reproducible_reduce: combine(T, T) gives no T, the identity's type (concept combines)");
  static_assert(no(Mistake::stop), "tactus::reproducible_reduce: the last argument is no stop (concept stop_request)");
  static_assert(no(Mistake::none), "tactus::reproducible_reduce: these arguments do not fit together: is a range or a "
                                   "function const? (docs/library.md)");
  return {};
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_REPRODUCIBLE_HPP
